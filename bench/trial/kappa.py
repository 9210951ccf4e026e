"""Cohen's kappa with squared weights and its 95 % interval by statsmodels, of pairs of grades on stdin."""

import json
import sys

import numpy as np
from statsmodels.stats.inter_rater import cohens_kappa

pairs, choices = json.load(sys.stdin)
table = np.zeros((choices, choices))
for first, second in pairs:
    table[first, second] += 1
found = cohens_kappa(table, wt="quadratic")
print(json.dumps([found.kappa, found.kappa_low, found.kappa_upp]))
