"""A form, a chat, an upload and a table; what reached the functions is written to the file of the second argument."""

import json
import os
import sys

import gradio as gr
import pandas as pd

stock = pd.DataFrame([[i, ["Lamp", "Desk", "Chair"][i % 3], i * 37 % 97] for i in range(1, 101)], columns=["id", "item", "qty"])


def record(kind, *values):
    with open(sys.argv[2], "a") as log:
        log.write(json.dumps([kind, *values]) + "\n")


def greet(name, level, mood, agree, day, tags):
    if not agree:
        raise gr.Error("You must agree first")
    record("greet", name, level, mood, day, sorted(tags or []))
    return f"{mood} {name} on {day}"


def chat(message, history):
    record("chat", message)
    return f"You said **{message}**"


def count(path):
    text = open(path).read() if path else ""
    record("file", os.path.basename(path or ""), text)
    return f"{len(text)} characters"


def total(table):
    value = int(pd.to_numeric(table["qty"]).sum())
    record("total", value)
    return value


with gr.Blocks(title="Workbench") as demo:
    gr.Markdown("# Workbench")
    with gr.Tab("Greeter"):
        fields = [
            gr.Textbox(label="Name"),
            gr.Slider(1, 10, value=3, step=1, label="Level"),
            gr.Dropdown(["Happy", "Sad", "Calm"], value="Happy", label="Mood"),
            gr.Checkbox(label="I agree"),
            gr.Radio(["Mon", "Tue", "Wed"], value="Mon", label="Day"),
            gr.Dropdown(["red", "green", "blue"], multiselect=True, label="Tags"),
        ]
        out = gr.Textbox(label="Greeting")
        gr.Button("Greet").click(greet, fields, out)
    with gr.Tab("Chat"):
        gr.ChatInterface(chat)
    with gr.Tab("Files"):
        file = gr.File(label="Text file", type="filepath")
        file.change(count, file, gr.Textbox(label="Statistics"))
    with gr.Tab("Table"):
        table = gr.Dataframe(stock, label="Stock", interactive=True)
        gr.Button("Sum").click(total, table, gr.Number(label="Total"))
demo.launch(server_name="127.0.0.1", server_port=int(sys.argv[1]))
