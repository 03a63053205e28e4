// Reading and writing the values of rules: one conversion for each type of rules.def.
#include "rules/rules.h"

#include <array>
#include <optional>
#include <string_view>

#include "base/error.h"

namespace ferz {
namespace {

template <class Enum>
struct Named {
    std::string_view name;
    Enum value;
};

// Named values, listed once for reading, writing, errors and docs.
constexpr std::array kValueNames{Named<Value>{"win", Value::win}, Named<Value>{"draw", Value::draw},
                                 Named<Value>{"loss", Value::loss},
                                 Named<Value>{"none", Value::none}};
constexpr std::array kHandTakesNames{Named<HandTakes>{"enemy", HandTakes::enemy},
                                     Named<HandTakes>{"own", HandTakes::own},
                                     Named<HandTakes>{"all", HandTakes::all}};
constexpr std::array kHandSideNames{
    Named<HandSide>{"us", HandSide::us}, Named<HandSide>{"them", HandSide::them},
    Named<HandSide>{"owner", HandSide::owner}, Named<HandSide>{"non_owner", HandSide::non_owner}};

const auto& names_of(Value) {
    return kValueNames;
}
const auto& names_of(HandTakes) {
    return kHandTakesNames;
}
const auto& names_of(HandSide) {
    return kHandSideNames;
}

std::string type_of(const RuleSetting& setting) {
    constexpr std::array kTypes{"true or false", "a number", "a text"};
    return kTypes[setting.index()];
}

[[noreturn]] void wrong_type(const RuleSetting& found, const std::string& expected) {
    throw VariantError(text("found ", type_of(found), ", expected ", expected));
}

void read(bool& field, const RuleSetting& setting) {
    if (!std::holds_alternative<bool>(setting)) wrong_type(setting, "true or false");
    field = std::get<bool>(setting);
}

void read(int& field, const RuleSetting& setting) {
    constexpr int64_t kMost = 1000;
    if (!std::holds_alternative<int64_t>(setting)) wrong_type(setting, "a number");
    const int64_t number = std::get<int64_t>(setting);
    if (number < 0 || number > kMost)
        throw VariantError(text("found ", number, ", expected 0 to ", kMost));
    field = static_cast<int>(number);
}

void read(Rank& field, const RuleSetting& setting) {
    read(field.number, setting);
}

template <class Text>
    requires requires(Text field) { field.text; }
void read(Text& field, const RuleSetting& setting) {
    if (!std::holds_alternative<std::string>(setting)) wrong_type(setting, "a text");
    field.text = std::get<std::string>(setting);
}

template <class Enum>
    requires std::is_enum_v<Enum>
void read(Enum& field, const RuleSetting& setting) {
    std::string expected;
    for (const auto& named : names_of(Enum{})) {
        if (setting == RuleSetting(std::string(named.name))) {
            field = named.value;
            return;
        }
        expected += (expected.empty() ? "" : ", ") + std::string(named.name);
    }
    if (!std::holds_alternative<std::string>(setting)) wrong_type(setting, "one of " + expected);
    throw VariantError(
        text("found ", quoted(std::get<std::string>(setting)), ", expected one of ", expected));
}

RuleSetting written(bool field) {
    return field;
}
RuleSetting written(int field) {
    return int64_t{field};
}
RuleSetting written(const Rank& field) {
    return int64_t{field.number};
}
template <class Text>
    requires requires(Text field) { field.text; }
RuleSetting written(const Text& field) {
    return field.text;
}
template <class Enum>
    requires std::is_enum_v<Enum>
RuleSetting written(Enum field) {
    for (const auto& named : names_of(Enum{}))
        if (named.value == field) return std::string(named.name);
    return std::string();
}

std::string suggestion(const std::string& name) {
    std::string best;
    size_t least = 4;
    for (const RuleInfo& info : rule_infos()) {
        const size_t distance = edit_distance(name, info.name);
        if (distance < least) {
            least = distance;
            best = info.name;
        }
    }
    return best.empty() ? "" : text("; did you mean '", best, "'?");
}

}  // namespace

std::string setting_text(const RuleSetting& setting) {
    if (const bool* flag = std::get_if<bool>(&setting)) return *flag ? "true" : "false";
    if (const int64_t* number = std::get_if<int64_t>(&setting)) return text(*number);
    return std::get<std::string>(setting);
}

const std::vector<RuleInfo>& rule_infos() {
    static const std::vector<RuleInfo> infos = [] {
        const RuleValues defaults;
        return std::vector<RuleInfo>{
#define RULE(type, name, default_value, meaning) \
    RuleInfo{#name, #type, setting_text(written(defaults.name)), meaning},
#include "rules/rules.def"
#undef RULE
        };
    }();
    return infos;
}

RuleSetting rule_setting(const RuleValues& values, const std::string& name) {
#define RULE(type, rule, default_value, meaning) \
    if (name == #rule) return written(values.rule);
#include "rules/rules.def"
#undef RULE
    throw VariantError(text("unknown rule ", quoted(name), suggestion(name)));
}

void set_rule(RuleValues& values, const std::string& name, const RuleSetting& setting) {
    const auto assign = [&](auto& field) {
        try {
            read(field, setting);
        } catch (const VariantError& error) {
            throw VariantError(text("rule '", name, "': ", error.what()));
        }
    };
#define RULE(type, rule, default_value, meaning) \
    if (name == #rule) return assign(values.rule);
#include "rules/rules.def"
#undef RULE
    throw VariantError(text("unknown rule ", quoted(name), suggestion(name)));
}

std::vector<std::pair<std::string, RuleSetting>> changed_rules(const RuleValues& values) {
    const RuleValues defaults;
    std::vector<std::pair<std::string, RuleSetting>> changed;
#define RULE(type, rule, default_value, meaning)        \
    if (written(values.rule) != written(defaults.rule)) \
        changed.emplace_back(#rule, written(values.rule));
#include "rules/rules.def"
#undef RULE
    return changed;
}

}  // namespace ferz
