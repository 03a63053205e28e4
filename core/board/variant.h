// A game ready to be played: its rules, their tables and its start position. Immutable and shared.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "board/tables.h"
#include "rules/settings.h"

namespace ferz {

class Variant {
public:
    // Throws VariantError with every complaint about the settings, the start position included.
    static std::shared_ptr<const Variant> make(const Settings& settings);

    const Rules& rules() const { return rules_; }
    // What it was made from.
    const Settings& settings() const { return settings_; }
    const std::string& start_fen() const { return start_fen_; }
    const std::string& canonical() const { return canonical_; }
    // Whether its positions and moves mean the same in another: that game, its pieces listed in the
    // same order, by which boards and moves tell them.
    bool is_played_as(const Variant& other) const;
    // What is odd but not wrong, such as a piece that can never move.
    const std::vector<std::string>& warnings() const { return warnings_; }
    bool is_exotic() const;

    template <class B>
    const Tables<B>& tables() const {
        return *std::get<std::unique_ptr<Tables<B>>>(tables_);
    }
    // Calls visit with the tables, whichever bitboard they are of.
    template <class Visit>
    auto with_tables(Visit visit) const {
        return std::visit([&](const auto& tables) { return visit(*tables); }, tables_);
    }

private:
    Variant(const Settings& settings, const Rules& rules);
    void learn_from_start();
    void warn_of_immobile(const struct Setup& start);

    Settings settings_;
    Rules rules_;
    std::variant<std::unique_ptr<Tables<B64>>, std::unique_ptr<Tables<B128>>,
                 std::unique_ptr<Tables<B256>>>
        tables_;
    std::string start_fen_;
    std::string canonical_;
    std::vector<std::string> warnings_;
};

}  // namespace ferz
