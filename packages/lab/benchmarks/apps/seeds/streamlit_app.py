"""A board with filters, a form, a chat, an upload and a dialog; what was saved is written to the file of the first argument."""

import datetime
import json
import sys

import pandas as pd
import streamlit as st


def record(kind, *values):
    with open(sys.argv[1], "a") as log:
        log.write(json.dumps([kind, *values]) + "\n")


st.set_page_config(page_title="Sales board", layout="wide")
regions = st.sidebar.multiselect("Region", ["North", "South", "East", "West"], default=["North", "South"])
most = st.sidebar.slider("Most units", 0, 40, 40)
product = st.sidebar.selectbox("Product", ["All", "Lamp", "Desk", "Chair"])
rows = [dict(id=i, region=["North", "South", "East", "West"][i % 4], product=["Lamp", "Desk", "Chair"][i % 3], units=i * 7 % 41) for i in range(1, 121)]
table = pd.DataFrame(rows)
shown = table[table.region.isin(regions) & (table.units <= most)]
if product != "All":
    shown = shown[shown["product"] == product]
st.title("Sales board")
st.metric("Orders", len(shown))
record("shown", sorted(regions), most, product, len(shown))
data, form, chat, upload = st.tabs(["Data", "Form", "Chat", "Upload"])
with data:
    st.dataframe(shown)
with form:
    with st.form("order"):
        customer = st.text_input("Customer")
        notes = st.text_area("Notes")
        quantity = st.number_input("Quantity", 1, 100, 1)
        ship = st.radio("Ship", ["Air", "Sea"])
        at = st.time_input("At", datetime.time(9, 0))
        if st.form_submit_button("Save order"):
            record("order", customer, notes, quantity, ship, str(at))
            st.success(f"Saved for {customer}")

    @st.dialog("Confirm")
    def confirm():
        st.write("Really reset?")
        if st.button("Yes, reset"):
            record("reset")
            st.rerun()

    if st.button("Reset orders"):
        confirm()
with chat:
    message = st.chat_input("Say something")
    if message:
        record("chat", message)
        st.chat_message("assistant").write(message[::-1])
with upload:
    file = st.file_uploader("Text file", type=["txt"])
    if file:
        record("file", file.name, len(file.getvalue()))
        st.write(len(file.getvalue()), "bytes")
