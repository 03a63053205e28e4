// From settings to rules: meaning and complaints.
#pragma once

#include <memory>
#include <string>

#include "rules/rules.h"
#include "rules/settings.h"

namespace ferz {

// Judges everything but the start position. Throws VariantError with every complaint, one a line.
std::shared_ptr<const Rules> compile(const Settings& settings);

// Board, pieces and the rules that differ from their defaults, in canonical order: equal for two
// games exactly if they are played alike from any position. Without name and start.
std::string canonical_text(const Rules& rules);

}  // namespace ferz
