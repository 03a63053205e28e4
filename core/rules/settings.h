// A variant as written: what a file says, before it is judged. Also a plain text form of it, so
// that the core can be tested and fuzzed without a TOML reader.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/rules.h"

namespace ferz {

struct PieceSetting {
    std::string name;
    std::string letter;
    std::string move;
    bool royal = false;
    std::string region_white = "*";
    std::string region_black = "*";
};

struct Settings {
    std::string source;  // for messages: a file name
    std::string id;
    std::string name;
    int64_t files = 8;
    int64_t ranks = 8;
    std::string start;
    std::vector<PieceSetting> pieces;
    std::vector<std::pair<std::string, RuleSetting>> rules;
};

// One setting a line: `game ID`, `name TEXT`, `board FILES RANKS`, `start FEN`,
// `piece NAME LETTER BETZA`, `royal NAME LETTER BETZA`, `region NAME WHITE / BLACK`, `rule NAME
// VALUE`.
std::string settings_text(const Settings& settings);
Settings read_settings(std::string_view text, const std::string& source);

}  // namespace ferz
