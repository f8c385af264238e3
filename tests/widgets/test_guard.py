"""The panels beside the boards: what they share, and what a page may not change of it."""

from rulebook_widgets.guard import Panel, Script


def panel():
    return Panel(mark="rb-board-1", setup={}, view={}, chapters={})


def test_all_panels_of_a_kernel_share_one_script():
    first, second = panel(), panel()
    assert first.script is second.script
    assert first.get_state("script") == {"script": f"IPY_MODEL_{first.script.model_id}"}
    assert "function followBoard" in first.script.code
    assert ".rb-panel" in first.script.style


def test_a_panel_by_itself_is_short():
    assert len(str(panel().get_state())) < 5_000


def test_a_page_cannot_change_the_script():
    script: Script = panel().script
    before = script.code, script.style
    script.set_state({"code": "alert(1)", "style": "*{}"})
    script._handle_msg({"content": {"data": {"method": "update", "state": {"code": "alert(1)"}}}, "buffers": []})
    assert (script.code, script.style) == before
