// The plain text form of a variant's settings.
#include "rules/settings.h"

#include "base/error.h"
#include "base/text.h"

namespace ferz {
namespace {

std::string trimmed(const std::string& line, size_t from) {
    const size_t begin = line.find_first_not_of(' ', from);
    return begin == std::string::npos ? "" : line.substr(begin);
}

RuleSetting read_value(const std::string& value) {
    if (value == "true" || value == "false") return value == "true";
    if (const auto number = whole_number(value)) return int64_t{*number};
    return value;
}

class LineReader {
public:
    explicit LineReader(const std::string& source) { settings_.source = source; }

    void read(const std::string& line) {
        const std::vector<std::string> word = words(line);
        if (word.empty()) return;
        const std::string rest = trimmed(line, line.find(word[0]) + word[0].size());
        if (word[0] == "game") settings_.id = rest;
        else if (word[0] == "name") settings_.name = rest;
        else if (word[0] == "start") settings_.start = rest;
        else if (word[0] == "board" && word.size() == 3) read_board(word);
        else if ((word[0] == "piece" || word[0] == "royal") && word.size() >= 3) read_piece(word);
        else if (word[0] == "region" && word.size() >= 2)
            read_region(word[1], rest.substr(word[1].size()));
        else if (word[0] == "rule" && word.size() >= 2)
            settings_.rules.emplace_back(word[1], read_value(trimmed(rest, word[1].size())));
        else throw VariantError(text(settings_.source, ": cannot read the line ", quoted(line)));
    }

    Settings take() { return std::move(settings_); }

private:
    void read_board(const std::vector<std::string>& word) {
        settings_.files = whole_number(word[1]).value_or(0);
        settings_.ranks = whole_number(word[2]).value_or(0);
    }

    void read_piece(const std::vector<std::string>& word) {
        PieceSetting piece;
        piece.name = word[1];
        piece.letter = word[2];
        piece.move = word.size() > 3 ? word[3] : "";
        piece.royal = word[0] == "royal";
        settings_.pieces.push_back(piece);
    }

    void read_region(const std::string& name, const std::string& regions) {
        const std::vector<std::string> parts = split(regions, '/');
        for (PieceSetting& piece : settings_.pieces)
            if (piece.name == name) {
                piece.region_white = parts[0];
                piece.region_black = parts.back();
            }
    }

    Settings settings_;
};

}  // namespace

std::string settings_text(const Settings& settings) {
    std::string out = text("game ", settings.id, "\nname ", settings.name, "\nboard ",
                           settings.files, ' ', settings.ranks, "\nstart ", settings.start, '\n');
    for (const PieceSetting& piece : settings.pieces) {
        out += text(piece.royal ? "royal " : "piece ", piece.name, ' ', piece.letter, ' ',
                    piece.move, '\n');
        if (piece.region_white != "*" || piece.region_black != "*")
            out += text("region ", piece.name, ' ', piece.region_white, " / ", piece.region_black,
                        '\n');
    }
    for (const auto& [name, value] : settings.rules)
        out += text("rule ", name, ' ', setting_text(value), '\n');
    return out;
}

Settings read_settings(std::string_view lines, const std::string& source) {
    LineReader reader(source);
    for (const std::string& line : split(lines, '\n')) reader.read(line);
    return reader.take();
}

}  // namespace ferz
