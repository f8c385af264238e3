// A class without accounts: answer codes and their tally.
