"""The reader's language: `_` translates a sentence, or returns it as it stands where there is no translation.

The translation is looked up once; the standard `gettext.gettext` would search the disk at every sentence.
"""

from gettext import translation

_ = translation("rulebook", fallback=True).gettext
