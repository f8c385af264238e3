"""The games for the programs of others: OpenSpiel and PettingZoo, a module each; the extra `peers` brings both."""
