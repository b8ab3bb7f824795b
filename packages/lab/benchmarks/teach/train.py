"""Teaches a small model the calls of examples, and writes what llama.cpp loads. Started by `npm run lab -- train`.

Reads BASE.gguf (an instruction model of the Llama family, as SmolLM2), DIR/train.jsonl and DIR/check.jsonl and
DIR/held-out.jsonl, each line with `prompts`, `call` and `site`. Writes OUT/model.gguf, OUT/log.jsonl and OUT/checkpoint.pt, from
which the same command goes on. The same seed, data and number of threads give the same model.
"""

import argparse
import json
import random
import time
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
CALL_TOKEN_WEIGHT = 2.0
WARM_STEPS = 10


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--form", default="named", help="of the state: named, flat or view")
    parser.add_argument("--examples", type=int, default=0, help="most examples; 0: all")
    parser.add_argument("--minutes", type=float, default=0, help="most minutes of training; 0: no limit")
    parser.add_argument("--epochs", type=float, default=1)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--max-tokens", type=int, default=1024)
    parser.add_argument("--checked", type=int, default=120, help="held-out examples of each kind")
    parser.add_argument("--check-at", default="250,500,1000,2000", help="after how many examples, beside the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frozen", type=int, default=0, help="layers, from the lowest on, that stay as they are")
    parser.add_argument("--threads", type=int, default=2)
    return parser.parse_args()


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def chat(prompt):
    return f"<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n"


class Encoder:
    """Texts as the numbers of tokens; the calls' tokens are those of TOKENS."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.call_tokens = {tokenizer.convert_tokens_to_ids(old) for old in TOKENS}

    def encode(self, text):
        for old, (new, _) in TOKENS.items():
            text = text.replace(new, old)
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def example(self, line, form):
        prompt, call = self.encode(chat(line["prompts"][form])), self.encode(line["call"] + "<|im_end|>")
        return {"ids": prompt + call, "start": len(prompt), "site": line["site"]}


def batches(examples, size, rng):
    """Of like length, so that little is padding; in a random order."""
    order = sorted(range(len(examples)), key=lambda at: (len(examples[at]["ids"]) // 24, rng.random()))
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    rng.shuffle(groups)
    return [[examples[at] for at in group] for group in groups]


def scores(model, batch, device):
    """Logits, labels and example of each token of a call: only they are asked for, only they are worth computing."""
    longest = max(len(one["ids"]) for one in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    mask = torch.zeros(len(batch), longest, dtype=torch.long)
    rows, columns, labels = [], [], []
    for row, one in enumerate(batch):
        ids[row, : len(one["ids"])] = torch.tensor(one["ids"])
        mask[row, : len(one["ids"])] = 1
        for at in range(one["start"], len(one["ids"])):
            rows.append(row)
            columns.append(at - 1)
            labels.append(one["ids"][at])
    hidden = model.model(input_ids=ids.to(device), attention_mask=mask.to(device)).last_hidden_state
    logits = model.lm_head(hidden[rows, columns]).float()
    return logits, torch.tensor(labels, device=device), torch.tensor(rows, device=device)


def loss_of(logits, labels, call_tokens):
    weights = torch.ones(labels.shape[0], device=labels.device)
    for token in call_tokens:
        weights[labels == token] = CALL_TOKEN_WEIGHT
    losses = torch.nn.functional.cross_entropy(logits, labels, reduction="none")
    return (losses * weights).sum() / weights.sum()


@torch.no_grad()
def evaluate(model, examples, encoder, device, size):
    """Mean loss, the share of calls that are right to the last token, and what is wrong by kind."""
    model.eval()
    losses, right, wrong, sites = [], 0, {}, {}
    for at in range(0, len(examples), size):
        batch = examples[at : at + size]
        with torch.autocast(device, dtype=torch.bfloat16):
            logits, labels, rows = scores(model, batch, device)
        losses.append(float(loss_of(logits, labels, encoder.call_tokens)) * len(batch))
        guesses = logits.argmax(-1)
        for row, one in enumerate(batch):
            guess, label = guesses[rows == row].tolist(), labels[rows == row].tolist()
            site = sites.setdefault(one["site"], [0, 0])
            site[1] += 1
            if guess == label:
                right += 1
                site[0] += 1
            else:
                kind = kind_of_mistake(guess, label, encoder.call_tokens)
                wrong[kind] = wrong.get(kind, 0) + 1
    model.train()
    count = max(1, len(examples))
    shares = {site: f"{good} of {all_of}" for site, (good, all_of) in sorted(sites.items())}
    return {"loss": sum(losses) / count, "exact": right / count, "examples": len(examples), "wrong": wrong, "sites": shares}


def kind_of_mistake(guess, label, call_tokens):
    """The first token that differs tells: another element, another call, another number, or another text behind it."""
    first = next(at for at, (a, b) in enumerate(zip(guess, label)) if a != b)
    call = next(at for at, token in enumerate(label) if token in call_tokens)
    if first < call:
        return "element"
    if first == call:
        return "call"
    return "number" if first < call + 4 else "text"


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


class Trainer:
    def __init__(self, options):
        self.options = options
        self.output = Path(options.output)
        self.output.mkdir(parents=True, exist_ok=True)
        random.seed(options.seed)
        torch.manual_seed(options.seed)
        torch.set_num_threads(options.threads)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        tokenizer, model = load(options.base)
        self.encoder = Encoder(tokenizer)
        self.model = model.to(self.device)
        self.model.config.use_cache = False
        for layer in self.model.model.layers[: options.frozen]:
            layer.requires_grad_(False)
        if options.frozen:
            # Else every step would go back through them to the embeddings.
            self.model.model.embed_tokens.register_forward_hook(lambda _module, _given, found: found.detach())
        taught = [weights for weights in self.model.parameters() if weights.requires_grad]
        self.optimizer = torch.optim.AdamW(taught, lr=options.rate, weight_decay=0.01, betas=(0.9, 0.98))
        self.step, self.seconds = 0, 0.0
        self.checkpoint = self.output / "checkpoint.pt"
        self.read_data()
        self.resume()

    def read_data(self):
        data, options = Path(self.options.data), self.options
        lines = read_lines(data / "train.jsonl")
        random.Random(options.seed).shuffle(lines)
        taken = lines[: options.examples or None]
        # By the longest of its forms: with each form, training sees the same calls.
        short = [line for line in taken if self.longest_form(line) <= options.max_tokens]
        self.train = [self.encoder.example(line, options.form) for line in short]
        self.log({"kind": "data", "examples": len(self.train), "too_long": len(taken) - len(short),
                  "mean_tokens": sum(len(one["ids"]) for one in self.train) / max(1, len(self.train))})
        self.checks = {}
        for name in ("check", "held-out"):
            some = read_lines(data / f"{name}.jsonl")
            random.Random(options.seed).shuffle(some)
            self.checks[name] = [self.encoder.example(line, options.form) for line in some[: options.checked]]
        rng = random.Random(options.seed)
        self.plan = []
        while len(self.plan) * options.batch < options.epochs * len(self.train):
            self.plan += batches(self.train, options.batch, rng)
        self.plan = self.plan[: max(1, round(options.epochs * len(self.train) / options.batch))]

    def longest_form(self, line):
        return max(len(self.encoder.example(line, form)["ids"]) for form in line["prompts"])

    def resume(self):
        if not self.checkpoint.exists():
            return
        saved = torch.load(self.checkpoint, map_location=self.device)
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.seconds = saved["step"], saved["seconds"]

    def save(self):
        part = self.checkpoint.with_suffix(".part")
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step,
                    "seconds": self.seconds}, part)
        part.replace(self.checkpoint)

    def log(self, line):
        print(json.dumps(line), flush=True)
        with (self.output / "log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")

    def progress(self):
        """From 0 to 1: by steps, or by the minutes where they end first."""
        by_time = self.seconds / 60 / self.options.minutes if self.options.minutes else 0
        return max(self.step / len(self.plan), by_time)

    def run(self):
        check_at = [int(one) for one in self.options.check_at.split(",") if one]
        saved_at = time.monotonic()
        while self.progress() < 1:
            seen = self.step * self.options.batch
            self.one_step()
            if any(seen < at <= self.step * self.options.batch for at in check_at):
                self.check()
            if time.monotonic() - saved_at > 480:
                self.save()
                saved_at = time.monotonic()
        self.save()
        self.check()

    def one_step(self):
        started = time.monotonic()
        batch = self.plan[self.step]
        warm = min(1.0, (self.step + 1) / WARM_STEPS)
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * warm * (1 - 0.95 * self.progress())
        with torch.autocast(self.device, dtype=torch.bfloat16):
            logits, labels, _ = scores(self.model, batch, self.device)
        loss = loss_of(logits, labels, self.encoder.call_tokens)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.seconds += time.monotonic() - started
        if self.step % 5 == 0:
            tokens = sum(len(one["ids"]) for one in batch)
            self.log({"kind": "step", "step": self.step, "of": len(self.plan), "loss": round(float(loss.detach()), 4),
                      "tokens": tokens, "seconds": round(self.seconds, 1), "processor": round(time.process_time(), 1)})

    def check(self):
        for name, examples in self.checks.items():
            if examples:
                found = evaluate(self.model, examples, self.encoder, self.device, self.options.batch)
                self.log({"kind": name, "step": self.step, "seen": self.step * self.options.batch, **found})


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


def main():
    options = arguments()
    trainer = Trainer(options)
    trainer.run()
    export(trainer.model, options.base, Path(options.output) / "model.gguf")


main()
