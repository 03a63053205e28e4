// Reads the golden settings of the built-in games, for tests and fuzz targets that run without
// Python.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "board/variant.h"

namespace ferz {

inline std::string file_text(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

// Every game of a folder of settings texts, by its file's name.
inline std::map<std::string, Settings> read_games(const std::filesystem::path& folder) {
    std::map<std::string, Settings> games;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".txt") continue;  // an editor's, say
        const std::string name = entry.path().stem().string();
        games[name] = read_settings(file_text(entry.path()), name);
    }
    return games;
}

}  // namespace ferz
