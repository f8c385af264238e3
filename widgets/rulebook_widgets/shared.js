// Stands in for a script that many widgets of a page have in common: it is sent once, as a model of its own, and read
// once. All words of it are this book's own; nothing of a page gets in.

const read = (window.rulebookRead ??= new Map());

function whole(model) {
  const id = model.get("script").replace("IPY_MODEL_", "");
  if (!read.has(id)) {
    const loading = load(model, id);
    loading.catch(() => read.delete(id));
    read.set(id, loading);
  }
  return read.get(id);
}

async function load(model, id) {
  const script = await model.widget_manager.get_model(id);
  document.head.append(Object.assign(document.createElement("style"), { textContent: script.get("style") }));
  const address = URL.createObjectURL(new Blob([script.get("code")], { type: "text/javascript" }));
  try {
    return (await import(address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function render(context) {
  return (await whole(context.model)).render(context);
}

export default { render };
