"""Teaches a small model the calls of examples, and writes what llama.cpp loads. Started by `npm run lab -- train`.

Reads BASE.gguf (an instruction model of the Llama family, as SmolLM2), DIR/train.jsonl and DIR/check.jsonl and
DIR/held-out.jsonl, each line with `prompts`, `calls`, `seed` and `site`. Writes OUT/model.gguf, OUT/log.jsonl, OUT/taught.pt (what
was taught alone; where it is there, only the export is left to do) and OUT/checkpoint.pt, from which the same command goes on.
Runs on a GPU where there is one. The same seed, data, device and number of threads give the same model.
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

import torch
from weights import TOKENS, export, load

CALL_TOKEN_WEIGHT = 2.0
WARM_STEPS = 10
# Of what is learnt in few dimensions, beside the weights of the base.
ADAPTER_SCALE = 2.0
TABLE = "model.embed_tokens.weight"
# The parts of an answer in which it can be wrong, by protocol: element, call, number, text.
ANSWER = {
    "functional": re.compile(r"(.*?) ?(<\w+>) ?(\d*)(.*)", re.DOTALL),
    "json": re.compile(r'(.*?) ?\{"(\w*)": \{(?:"index": )?(\d*)(.*)', re.DOTALL),
}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--form", default="named", help="of the state: named, flat or view")
    parser.add_argument("--protocol", default="functional", help="of the calls: functional or json")
    parser.add_argument("--episodes", type=int, default=0, help="how many of them to learn from; 0: all")
    parser.add_argument("--lora", type=int, default=0, help="rank of adapters that are taught in place of all weights")
    parser.add_argument("--no-export", action="store_true", help="leaves out model.gguf")
    parser.add_argument("--minutes", type=float, default=0, help="most minutes of training; 0: no limit")
    parser.add_argument("--epochs", type=float, default=1)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--piece", type=int, default=8192, help="tokens of a batch that are computed at once")
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

    def __init__(self, tokenizer, form, protocol):
        self.tokenizer, self.form, self.protocol = tokenizer, form, protocol
        self.call_tokens = sorted(tokenizer.convert_tokens_to_ids(old) for old in TOKENS)

    def encode(self, text):
        for old, (new, _) in TOKENS.items():
            text = text.replace(new, old)
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def example(self, line, form=None):
        prompt = self.encode(chat(line["prompts"][form or self.form]))
        call = self.encode(line["calls"][self.protocol] + "<|im_end|>")
        return {"ids": prompt + call, "start": len(prompt), "site": line["site"]}

    def kind_of_mistake(self, guess, label):
        """Another element, another call, another number, or another text behind it."""
        made, asked = (ANSWER[self.protocol].fullmatch(self.tokenizer.decode(ids)) for ids in (guess, label))
        if not made or not asked:
            return "no call"
        kinds = zip(("element", "call", "number", "text"), made.groups(), asked.groups())
        return next((kind for kind, a, b in kinds if a != b), "text")


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
    """Of all tokens together."""
    weights = torch.ones(labels.shape[0], device=labels.device)
    for token in call_tokens:
        weights[labels == token] = CALL_TOKEN_WEIGHT
    losses = torch.nn.functional.cross_entropy(logits, labels, reduction="none")
    return (losses * weights).sum()


def weight_of(batch, call_tokens):
    labels = [token for one in batch for token in one["ids"][one["start"] :]]
    return len(labels) + (CALL_TOKEN_WEIGHT - 1) * sum(token in call_tokens for token in labels)


def pieces(batch, tokens):
    """Of as many examples as have at most so many tokens together, padded: what is kept for the way back fits in memory."""
    size = max(1, tokens // max(len(one["ids"]) for one in batch))
    return [batch[at : at + size] for at in range(0, len(batch), size)]


@torch.no_grad()
def evaluate(model, examples, encoder, device, size):
    """Mean loss, the share of calls that are right to the last token, and what is wrong by kind."""
    model.eval()
    losses, right, wrong, sites = [], 0, {}, {}
    for at in range(0, len(examples), size):
        batch = examples[at : at + size]
        with torch.autocast(device, dtype=torch.bfloat16):
            logits, labels, rows = scores(model, batch, device)
        loss = loss_of(logits, labels, encoder.call_tokens) / weight_of(batch, encoder.call_tokens)
        losses.append(float(loss) * len(batch))
        guesses = logits.argmax(-1)
        for row, one in enumerate(batch):
            guess, label = guesses[rows == row].tolist(), labels[rows == row].tolist()
            site = sites.setdefault(one["site"], [0, 0])
            site[1] += 1
            if guess == label:
                right += 1
                site[0] += 1
            else:
                kind = encoder.kind_of_mistake(guess, label)
                wrong[kind] = wrong.get(kind, 0) + 1
    model.train()
    count = max(1, len(examples))
    shares = {site: f"{good} of {all_of}" for site, (good, all_of) in sorted(sites.items())}
    return {"loss": sum(losses) / count, "exact": right / count, "examples": len(examples), "wrong": wrong, "sites": shares}


class Adapter(torch.nn.Module):
    """A linear layer that stays as it is, and beside it what is learnt in few dimensions (LoRA)."""

    def __init__(self, linear, rank):
        super().__init__()
        self.linear = linear
        self.down = torch.nn.Parameter(torch.empty(rank, linear.in_features))
        self.up = torch.nn.Parameter(torch.zeros(linear.out_features, rank))
        torch.nn.init.kaiming_uniform_(self.down, a=5**0.5)

    def forward(self, given):
        return self.linear(given) + ADAPTER_SCALE * (given @ self.down.T) @ self.up.T

    def merged(self):
        with torch.no_grad():
            self.linear.weight += ADAPTER_SCALE * self.up @ self.down
        return self.linear


def replace_layers(model, kind, replacement):
    for part in list(model.model.layers.modules()):
        for name, child in list(part.named_children()):
            if isinstance(child, kind) and not isinstance(part, Adapter):
                setattr(part, name, replacement(child))


def adapt(model, rank, call_tokens):
    """Of the base, only the embeddings of the calls' tokens are taught."""
    model.requires_grad_(False)
    replace_layers(model, torch.nn.Linear, lambda linear: Adapter(linear, rank))
    table = model.get_input_embeddings().weight.requires_grad_(True)
    is_taught = torch.zeros(table.shape[0], 1)
    is_taught[call_tokens] = 1
    table.register_hook(lambda gradient: gradient * is_taught.to(gradient.device))


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
        self.encoder = Encoder(tokenizer, options.form, options.protocol)
        if options.lora:
            adapt(model, options.lora, self.encoder.call_tokens)
        self.model = model.to(self.device)
        self.model.config.use_cache = False
        for layer in self.model.model.layers[: options.frozen]:
            layer.requires_grad_(False)
        if options.frozen:
            # Else every step would go back through them to the embeddings.
            self.model.model.embed_tokens.register_forward_hook(lambda _module, _given, found: found.detach())
        taught = [weights for weights in self.model.parameters() if weights.requires_grad]
        # A table of which some rows are taught must not decay.
        decay = 0.0 if options.lora else 0.01
        self.optimizer = torch.optim.AdamW(taught, lr=options.rate, weight_decay=decay, betas=(0.9, 0.98))
        self.step, self.seconds = 0, 0.0
        self.checkpoint, self.taught = self.output / "checkpoint.pt", self.output / "taught.pt"
        if not self.taught.exists():
            self.read_data()
            self.resume()

    def read_data(self):
        data, options = Path(self.options.data), self.options
        lines = read_lines(data / "train.jsonl")
        first = set(sorted({line["seed"] for line in lines})[: options.episodes or None])
        taken = sorted((line for line in lines if line["seed"] in first), key=lambda line: (line["seed"], line["deal"]))
        # By the longest of its forms: with each form, training sees the same calls.
        short = [line for line in taken if self.is_short(line)]
        if not short:
            raise SystemExit(f"there are no examples of at most {options.max_tokens} tokens in {data / 'train.jsonl'}")
        self.train = [self.encoder.example(line) for line in short]
        self.log({"kind": "data", "episodes": len(first), "examples": len(self.train), "too_long": len(taken) - len(short),
                  "mean_tokens": sum(len(one["ids"]) for one in self.train) / max(1, len(self.train))})
        self.checks = {}
        for name in ("check", "held-out"):
            some = read_lines(data / f"{name}.jsonl")
            # The same for each seed of the training.
            random.Random(1).shuffle(some)
            self.checks[name] = [self.encoder.example(line) for line in some[: options.checked]]
        rng = random.Random(options.seed)
        self.plan = []
        while len(self.plan) * options.batch < options.epochs * len(self.train):
            self.plan += batches(self.train, options.batch, rng)
        self.plan = self.plan[: max(1, round(options.epochs * len(self.train) / options.batch))]

    def is_short(self, line):
        """No token is less than a character of ASCII."""
        most = self.options.max_tokens
        longest = sorted(line["prompts"], key=lambda form: -len(line["prompts"][form]))
        return all(len(self.encoder.example(line, form)["ids"]) <= most for form in longest
                   if len(line["prompts"][form]) > most - 100)

    def resume(self):
        if not self.checkpoint.exists():
            return
        saved = torch.load(self.checkpoint, map_location=self.device)
        self.model.load_state_dict(saved["model"], strict=False)
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.seconds = saved["step"], saved["seconds"]

    def save(self):
        part = self.checkpoint.with_suffix(".part")
        torch.save({"model": self.taught_weights(), "optimizer": self.optimizer.state_dict(), "step": self.step,
                    "seconds": self.seconds}, part)
        part.replace(self.checkpoint)

    def taught_weights(self):
        return {name: weights.detach() for name, weights in self.model.named_parameters() if weights.requires_grad}

    def save_taught(self):
        """16 bits a weight; of the table of adapters only the rows of the calls' tokens."""
        weights = {name: some.to(torch.bfloat16).cpu() for name, some in self.taught_weights().items()}
        if self.options.lora:
            weights[TABLE] = weights[TABLE][self.encoder.call_tokens].clone()
        torch.save(weights, self.taught)

    def load_taught(self):
        weights = {name: some.float() for name, some in torch.load(self.taught, map_location=self.device).items()}
        if self.options.lora:
            table = self.model.get_input_embeddings().weight.detach().clone()
            table[self.encoder.call_tokens] = weights[TABLE]
            weights[TABLE] = table
        self.model.load_state_dict(weights, strict=False)

    def log(self, line):
        print(json.dumps(line), flush=True)
        with (self.output / "log.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")

    def progress(self):
        """From 0 to 1: by steps, or by the minutes where they end first."""
        by_time = self.seconds / 60 / self.options.minutes if self.options.minutes else 0
        return max(self.step / len(self.plan), by_time)

    def run(self):
        if self.taught.exists():
            self.load_taught()
            return
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
        self.save_taught()

    def one_step(self):
        started = time.monotonic()
        batch = self.plan[self.step]
        warm = min(1.0, (self.step + 1) / WARM_STEPS)
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * warm * (1 - 0.95 * self.progress())
        loss, weight = 0.0, weight_of(batch, self.encoder.call_tokens)
        for piece in pieces(batch, self.options.piece):
            with torch.autocast(self.device, dtype=torch.bfloat16):
                logits, labels, _ = scores(self.model, piece, self.device)
            some = loss_of(logits, labels, self.encoder.call_tokens) / weight
            some.backward()
            loss = loss + some.detach()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.seconds += time.monotonic() - started
        if self.step % 5 == 0:
            tokens = sum(len(one["ids"]) for one in batch)
            self.log({"kind": "step", "step": self.step, "of": len(self.plan), "loss": round(float(loss), 4),
                      "tokens": tokens, "seconds": round(self.seconds, 1), "processor": round(time.process_time(), 1)})

    def check(self):
        for name, examples in self.checks.items():
            if examples:
                found = evaluate(self.model, examples, self.encoder, self.device, self.options.batch)
                self.log({"kind": name, "step": self.step, "seen": self.step * self.options.batch, **found})


def main():
    options = arguments()
    trainer = Trainer(options)
    trainer.run()
    if not options.no_export:
        replace_layers(trainer.model, Adapter, Adapter.merged)
        export(trainer.model, options.base, Path(options.output) / "model.gguf")


main()
