// Variants and their rules.
#include "rules/rules.h"

#include <map>

#include "base/error.h"
#include "bindings.h"
#include "board/variant.h"
#include "rules/settings.h"

namespace ferz {
namespace {

// The rules of a variant as properties. Keeps the variant alive.
struct RulesView {
    std::shared_ptr<const Variant> variant;
    const RuleValues& values() const { return variant->rules().values; }
};

bool plain(const RulesView&, const char*, bool value) {
    return value;
}
int plain(const RulesView&, const char*, int value) {
    return value;
}
int plain(const RulesView&, const char*, const Rank& value) {
    return value.number;
}
template <class Text>
std::string plain(const RulesView& view, const char* name, const Text&) {
    return setting_text(rule_setting(view.values(), name));
}

RuleSetting read_setting(const std::string& name, nb::handle value) {
    if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
    if (nb::isinstance<nb::int_>(value)) return nb::cast<int64_t>(value);
    if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
    throw VariantError("rule '" + name + "': found a " + nb::type_name(value.type()).c_str() +
                       ", expected true, false, a number or a text");
}

nb::object to_python(const RuleSetting& setting) {
    return std::visit([](const auto& value) { return nb::cast(value); }, setting);
}

Settings read_settings(const nb::dict& in) {
    Settings settings;
    settings.source = nb::cast<std::string>(in["source"]);
    settings.id = nb::cast<std::string>(in["id"]);
    settings.name = nb::cast<std::string>(in["name"]);
    settings.files = nb::cast<int64_t>(in["files"]);
    settings.ranks = nb::cast<int64_t>(in["ranks"]);
    settings.start = nb::cast<std::string>(in["start"]);
    for (nb::handle item : nb::cast<nb::list>(in["pieces"])) {
        const auto piece = nb::cast<nb::dict>(item);
        const auto optional = [&](const char* key, const std::string& otherwise) {
            return piece.contains(key) ? nb::cast<std::string>(piece[key]) : otherwise;
        };
        PieceSetting out;
        out.name = nb::cast<std::string>(piece["name"]);
        out.letter = nb::cast<std::string>(piece["letter"]);
        out.move = nb::cast<std::string>(piece["move"]);
        out.royal = piece.contains("royal") && nb::cast<bool>(piece["royal"]);
        out.region_white = optional("region_white", "*");
        out.region_black = optional("region_black", "*");
        settings.pieces.push_back(out);
    }
    for (const auto& [key, value] : nb::cast<nb::dict>(in["rules"])) {
        const auto name = nb::cast<std::string>(key);
        settings.rules.emplace_back(name, read_setting(name, value));
    }
    return settings;
}

nb::dict to_dict(const Settings& settings) {
    nb::dict out;
    out["source"] = settings.source;
    out["id"] = settings.id;
    out["name"] = settings.name;
    out["files"] = settings.files;
    out["ranks"] = settings.ranks;
    out["start"] = settings.start;
    nb::list pieces;
    for (const PieceSetting& piece : settings.pieces) {
        nb::dict entry;
        entry["name"] = piece.name;
        entry["letter"] = piece.letter;
        entry["move"] = piece.move;
        entry["royal"] = piece.royal;
        entry["region_white"] = piece.region_white;
        entry["region_black"] = piece.region_black;
        pieces.append(entry);
    }
    out["pieces"] = pieces;
    nb::dict rules;
    for (const auto& [name, value] : settings.rules) rules[name.c_str()] = to_python(value);
    out["rules"] = rules;
    return out;
}

// Where a piece could go from a square of an empty board, and how: m, c or mc.
std::map<std::string, std::string> betza_targets(const std::string& move, int files, int ranks,
                                                 const std::string& square) {
    const Size size{files, ranks};
    if (files < 1 || files > kMaxSide || ranks < 1 || ranks > kMaxSide)
        throw VariantError("board: expected 1 to 16 files and ranks");
    const auto from = read_square(size, square);
    if (!from)
        throw VariantError("square '" + square + "', expected one from a1 to " +
                           square_name(files - 1, ranks - 1));
    std::map<std::string, std::string> targets;
    for (const Movement& m : read_betza(move)) {
        if (m.initial || m.hop != Hop::none) continue;
        int x = size.file(*from) + m.dx, y = size.rank(*from) + m.dy;
        for (int n = 1; size.contains(x, y) && (m.range == 0 || n <= m.range);
             ++n, x += m.dx, y += m.dy) {
            std::string& modes = targets[square_name(x, y)];
            if (m.quiet && modes.find('m') == std::string::npos) modes = "m" + modes;
            if (m.capture && modes.find('c') == std::string::npos) modes += 'c';
        }
    }
    return targets;
}

}  // namespace

void bind_rules(nb::module_& module) {
    nb::class_<Kind>(module, "PieceKind", "A kind of piece of a variant.")
        .def_ro("name", &Kind::name, "Its name, as in the variant's file.")
        .def_prop_ro(
            "letter", [](const Kind& kind) { return std::string(1, kind.letter); },
            "Its letter in FEN, lower case.")
        .def_ro("move", &Kind::betza, "How it moves, in Betza's notation.")
        .def_ro("royal", &Kind::royal, "Whether losing it loses the game.")
        .def("__repr__", [](const Kind& kind) {
            return "PieceKind('" + kind.name + "', '" + kind.letter + "', '" + kind.betza + "')";
        });

    nb::class_<RulesView>(
        module, "Rules",
        "The rules of a variant, one property each; docs/rules.md tells what they mean.")
#define RULE(type, rule, default_value, meaning)                                             \
    .def_prop_ro(                                                                            \
        #rule, [](const RulesView& view) { return plain(view, #rule, view.values().rule); }, \
        meaning)
#include "rules/rules.def"
#undef RULE
        ;

    nb::class_<Variant>(module, "Variant",
                        "A game: its board, pieces, rules and start position. Immutable.")
        .def_prop_ro(
            "id", [](const Variant& v) { return v.rules().id; },
            "What it was loaded as, modifiers included.")
        .def_prop_ro(
            "name", [](const Variant& v) { return v.rules().name; }, "Its name for people.")
        .def_prop_ro(
            "source", [](const Variant& v) { return v.rules().source; },
            "The file it comes from, for messages.")
        .def_prop_ro(
            "files", [](const Variant& v) { return v.rules().size.files; },
            "How many files the board has.")
        .def_prop_ro(
            "ranks", [](const Variant& v) { return v.rules().size.ranks; },
            "How many ranks the board has.")
        .def_prop_ro(
            "start_fen", [](const Variant& v) { return v.start_fen(); }, "The start position.")
        .def_prop_ro(
            "pieces", [](const Variant& v) { return nb::tuple(nb::cast(v.rules().kinds)); },
            nb::sig("def pieces(self) -> tuple[PieceKind, ...]"), "The kinds of pieces.")
        .def_prop_ro(
            "rules", [](std::shared_ptr<Variant> v) { return RulesView{std::move(v)}; },
            "All rules.")
        .def_prop_ro(
            "changed_rules",
            [](const Variant& v) {
                nb::dict changed;
                for (const auto& [name, value] : changed_rules(v.rules().values))
                    changed[name.c_str()] = to_python(value);
                return changed;
            },
            nb::sig("def changed_rules(self) -> dict[str, bool | int | str]"),
            "The rules that differ from their defaults.")
        .def_prop_ro(
            "canonical", [](const Variant& v) { return v.canonical(); },
            "Board, pieces and changed rules in canonical order: what the fingerprint is made of.")
        .def(
            "is_played_as", &Variant::is_played_as, nb::arg("other"),
            "Whether an engine for the one plays on boards of the other: the same game, its pieces "
            "listed in the same order.")
        .def_prop_ro(
            "warnings", [](const Variant& v) { return v.warnings(); },
            "What is odd about the game but not wrong.")
        .def_prop_ro(
            "has_hands", [](const Variant& v) { return v.rules().values.piece_drops; },
            "Whether pieces can be held and dropped.")
        .def_prop_ro(
            "is_chess960", [](const Variant& v) { return v.rules().values.chess960; },
            "Whether castling is Chess960's.")
        .def_prop_ro(
            "settings", [](const Variant& v) { return to_dict(v.settings()); },
            nb::sig("def settings(self) -> dict[str, object]"),
            "What it was compiled from: compile(variant.settings) gives it again.")
        .def("__repr__", [](const Variant& v) { return "Variant('" + v.rules().id + "')"; });

    module.def(
        "compile",
        [](const nb::dict& settings) {
            return std::const_pointer_cast<Variant>(Variant::make(read_settings(settings)));
        },
        nb::arg("settings"), nb::sig("def compile(settings: dict[str, object]) -> Variant"),
        "Compile the settings of a variant. Raises VariantError with every complaint, one a line.");
    module.def(
        "settings_text",
        [](const nb::dict& settings) { return settings_text(read_settings(settings)); },
        nb::arg("settings"), nb::sig("def settings_text(settings: dict[str, object]) -> str"),
        "The settings as plain lines, as the core's own tests read them.");
    module.def(
        "rules_reference",
        [] {
            std::vector<std::tuple<std::string, std::string, std::string, std::string>> rows;
            for (const RuleInfo& info : rule_infos())
                rows.emplace_back(info.name, info.type, info.default_text, info.meaning);
            return rows;
        },
        "Every rule: name, type, default and meaning.");
    module.def("betza_targets", &betza_targets, nb::arg("move"), nb::arg("files"), nb::arg("ranks"),
               nb::arg("square"),
               "Where a piece could go from a square of an empty board: 'm', 'c' or 'mc' for each "
               "target.");
}

}  // namespace ferz
