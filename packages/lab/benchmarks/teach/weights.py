"""Reads a GGUF file of the Llama family into PyTorch, with tokens of its own for calls, and writes what llama.cpp loads."""

from pathlib import Path

import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter, quantize
from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence
from transformers import AutoModelForCausalLM, AutoTokenizer

# Tokens of the base that its instructions do not use stand for the calls: nothing has to grow.
TOKENS = {
    "<repo_name>": ("<bu_click>", "click press button"),
    "<reponame>": ("<bu_fill>", "fill enter type text"),
    "<file_sep>": ("<bu_select>", "select choose option list"),
    "<filename>": ("<bu_check>", "check tick box"),
    "<gh_stars>": ("<bu_query>", "search find query"),
    "<issue_start>": ("<bu_done>", "done finished"),
    "<issue_comment>": ("<bu_fail>", "fail impossible"),
    "<issue_closed>": ("<bu_end>", "end stop"),
}


def load(base):
    path = Path(base)
    tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    # As llama.cpp splits for these models (`smollm`): each digit is a token.
    tokenizer.backend_tokenizer.pre_tokenizer = Sequence([Digits(individual_digits=True), ByteLevel(add_prefix_space=False)])
    model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    with torch.no_grad():
        table = model.get_input_embeddings().weight
        for old, (_, words) in TOKENS.items():
            ids = tokenizer(words, add_special_tokens=False)["input_ids"]
            table[tokenizer.convert_tokens_to_ids(old)] = table[ids].mean(0)
    return tokenizer, model


def interleave(weights, heads):
    """As llama.cpp rotates them: the two halves of each head take turns."""
    rows, columns = weights.shape
    return weights.reshape(heads, 2, rows // heads // 2, columns).swapaxes(1, 2).reshape(rows, columns)


def trained_tensor(name, state, config):
    if name == "token_embd.weight":
        return state["model.embed_tokens.weight"]
    if name == "output_norm.weight":
        return state["model.norm.weight"]
    _, layer, part, _ = name.split(".")
    names = {"attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
             "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
             "ffn_down": "mlp.down_proj", "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm"}
    weights = state[f"model.layers.{layer}.{names[part]}.weight"]
    if part == "attn_q":
        return interleave(weights, config.num_attention_heads)
    return interleave(weights, config.num_key_value_heads) if part == "attn_k" else weights


def export(model, base, path):
    """The base's file with the trained weights, 8 bits each, and the names of the calls' tokens."""
    reader = GGUFReader(base)
    writer = GGUFWriter(path, "llama")
    renamed = {old: new for old, (new, _) in TOKENS.items()}
    texts = [bytes(reader.fields["tokenizer.ggml.tokens"].parts[at]).decode() for at in reader.fields["tokenizer.ggml.tokens"].data]
    for key, field in reader.fields.items():
        if key.startswith("GGUF.") or key == "general.architecture":
            continue
        value = field.contents()
        if key == "tokenizer.ggml.tokens":
            value = [renamed.get(text, text) for text in texts]
        if key == "tokenizer.ggml.token_type":
            value = [4 if text in renamed else kind for text, kind in zip(texts, value)]
        if key == "general.file_type":
            value = 7
        kind = field.types[0]
        writer.add_key_value(key, value, kind, sub_type=field.types[-1] if kind == GGUFValueType.ARRAY else None)
    state = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    for tensor in reader.tensors:
        weights = trained_tensor(tensor.name, state, model.config)
        kind = GGMLQuantizationType.F32 if weights.ndim == 1 else GGMLQuantizationType.Q8_0
        writer.add_tensor(tensor.name, quantize(weights, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
