"""Scripts of the app as the book serves them: a last look before a board is given up, many tries for a lost line."""

from jupyter_core.paths import jupyter_path

from rulebook_widgets.mended import LONGEST_PAUSE, MANAGER, TRIES, mend, mended_scripts, persistent_scripts


def test_the_installed_script_is_mended_once_and_only_there():
    ((path, script),) = mended_scripts(jupyter_path("labextensions"))
    assert path.startswith(f"{MANAGER}/")
    last = "if(void 0!==(t=this._models[e]))return t;"
    assert script.count(f'{last}throw Error("widget model not found")') == 1
    assert mend(script.replace(last + "throw", "throw")) == script


def test_a_script_that_does_not_give_up_after_a_time_is_left_alone():
    patient = (
        'async get_model(e){const t=this._models[e];if(void 0===t)throw new Error("widget model not found");return t}'
    )
    assert mend(patient) == patient


def test_without_the_manager_nothing_is_mended(tmp_path):
    assert list(mended_scripts([str(tmp_path)])) == []


def test_the_installed_script_tries_often_to_get_its_line_back():
    ((name, script),) = persistent_scripts(jupyter_path("voila", "templates", "base", "static"))
    assert name.endswith(".voila.js")
    assert f"this._reconnectLimit={TRIES}," in script
    assert f"Math.min({LONGEST_PAUSE}," in script
    assert "_reconnectLimit=7," not in script
