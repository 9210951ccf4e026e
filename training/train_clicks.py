"""Trains the network that outlines clicked objects.

python3 training/train_clicks.py DATA_FOLDER OUT_FOLDER [--processes 2]

prepare-clicks.ts writes DATA_FOLDER. Writes clicks.pt and clicks.csv, and prints Dice's coefficient
after one to four clicks for objects of held-out photographs.
"""

import argparse
import itertools
import math

import numpy as np
import torch
from scipy import ndimage
from torch import multiprocessing, nn

from clicks import (
    FIRST_SHARES,
    MARGIN,
    Clicks,
    Object,
    Window,
    colour_planes,
    correcting_click,
    first_click,
    first_window,
    is_whole,
    least_side,
    next_window,
    read_photographs,
    sample,
    truth_in,
)
from correction import Correction, corrected, correction_at
from light import Variation, change_light
from trainer import Team, Trainer, infer, read_options

# Objects in a step of one process.
BATCH = 8
# Steps, rate, and whether the normalisation stays as it is.
COURSES = ((6000, 1e-3, False), (6000, 8e-4, True), (650, 3e-4, True))
# Of the loss: the first look, the one at the object, and each correction.
WEIGHTS = (1 / 8, 1 / 4, 5 / 24, 5 / 24, 5 / 24)
# Weight of a pixel inside the object, relative to one outside, at each look. The first look must not miss a part,
# because the next window would be too small; the corrections leave the edge in its place.
INSIDE = (3, 2, 1, 1, 1)
# Share of clicks that aim at the middle, share of these that hit it exactly, and the most that the others are
# off: a standard deviation in pixels of the photograph.
AIMED, EXACT, MOST_OFF = 0.85, 0.8, 2.0
SHARES = {
    "disc": 0.16,
    "haemorrhage": 0.22,
    "hard exudate": 0.32,
    "soft exudate": 0.14,
    "microaneurysm": 0.16,
}
# Shares of first looks at a narrower and a wider window than the object needs.
NARROWER, WIDER = 0.4, 0.1
# Largest pixel of a window, in those of the photograph, for clicks on pixels of the photograph. For larger ones
# the difference is not worth the work.
MOST_PIXEL = 2
# Share of objects that are drawn in proportion to their length.
LARGE = 0.25
# The same as in packages/retina/clicks.
CUT, USUAL_SCALE = 0.5, 2.25
LIGHT = Variation(0.5, 0.1, 0.15, (-0.4, 0.4), 0.2, grain=0.15, coarseness=0.3)


class Look:
    """
    One look at an object: the window, the planes and the truth. `before` are the probabilities of the look
    before, in that window; `correction` is the edge that the last click moved.
    """

    def __init__(
        self,
        target: Object,
        window: Window,
        clicks: Clicks,
        light,
        before: tuple[Window, torch.Tensor] | None = None,
        correction: Correction | None = None,
    ):
        self.target, self.window, self.clicks = target, window, clicks
        photograph = target.photograph
        plane = (1, window.size, window.size)
        scale = torch.full(plane, math.log2(window.pixel / photograph.field) / 4 + USUAL_SCALE)
        known = torch.zeros(plane) if before is None else seen_in(*before, window)
        self.corrected, self.share, expected = None, 0.0, known
        if correction is not None:
            edge = torch.from_numpy(correction.edge).float()[None]
            covered = seen_in(correction.window, (edge > 0).float(), window)
            self.corrected, self.share = covered[0].numpy() > 0.5, correction.share
            expected = seen_in(correction.window, torch.sigmoid(edge), window)
        colours = colour_planes(light(photograph.cut(window)))
        self.planes = torch.cat([colours, clicks.planes(window), known, scale, expected])
        self.truth = truth_in(target, window)


def part_of_clicks(look: Look, seen: torch.Tensor) -> np.ndarray:
    """The parts that positive clicks lie in or near, as in the product."""
    window = look.window
    found = (seen[0].numpy() > CUT) & look.target.photograph.shows(window)
    labels, count = ndimage.label(found, np.ones((3, 3)))
    if count == 0:
        return found
    kept = set()
    for x, y, inside in look.clicks.places:
        if not inside:
            continue
        column, row = (int(min(len(found) - 1, max(0, at))) for at in window.place(x, y))
        near = labels[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4]
        kept |= set(np.unique(near).tolist()) - {0}
    return np.isin(labels, list(kept))


def seen_in(window: Window, probability: torch.Tensor, other: Window) -> torch.Tensor:
    """Resamples a map of one window to another one."""
    straight = Window(window.x, window.y, window.side)
    if window.angle != 0 or window.mirror != 1:
        relative = np.vstack([other.matrix(), [0, 0, 1]])
        back = np.linalg.inv(np.vstack([window.matrix(), [0, 0, 1]]))
        matrix = torch.from_numpy((back @ relative)[:2]).float()
        shape = [1, 1, other.size, other.size]
        grid = torch.nn.functional.affine_grid(matrix[None], shape, align_corners=False)
        return torch.nn.functional.grid_sample(probability[None], grid, align_corners=False)[0]
    half = straight.side / 2
    box = (straight.x - half, straight.y - half, straight.side, straight.side)
    return sample(probability, box, other)


@torch.no_grad()
def probabilities(network: nn.Module, looks: list[Look]) -> list[torch.Tensor]:
    """The network's answers, with their edges drawn to the moved ones as in the product."""
    seen = torch.sigmoid(infer(network, torch.stack([look.planes for look in looks])))
    return [finished(look, each) for look, each in zip(looks, seen)]


def finished(look: Look, seen: torch.Tensor) -> torch.Tensor:
    if look.corrected is None:
        return seen
    area = part_of_clicks(look, seen)
    if look.share == 0 and area.any():
        return seen
    moved = corrected(look.corrected, seen[0].numpy(), area, look.share)
    return torch.from_numpy(moved).float()[None]


def draw_target(objects: dict[str, list[list[Object]]], random: np.random.Generator) -> Object:
    kinds = list(SHARES)
    by_photograph = objects[random.choice(kinds, p=list(SHARES.values()))]
    here = by_photograph[random.integers(len(by_photograph))]
    if random.random() >= LARGE:
        return here[random.integers(len(here))]
    lengths = np.array([each.length for each in here], float)
    return here[random.choice(len(here), p=lengths / lengths.sum())]


def draw_share(target: Object, click: tuple, random: np.random.Generator) -> float:
    """The share for a first look, mostly the smallest that shows the whole object."""
    x, y, width, height = target.box
    reach = max(click[0] - x, x + width - click[0], click[1] - y, y + height - click[1])
    sides = [share * target.photograph.field for share in FIRST_SHARES]
    needed = next((i for i, side in enumerate(sides) if side > 2.5 * reach), len(sides) - 1)
    drawn = random.random()
    if drawn < NARROWER and needed > 0:
        return FIRST_SHARES[random.integers(needed)]
    if drawn > 1 - WIDER:
        return FIRST_SHARES[min(needed + 1, len(sides) - 1)]
    return FIRST_SHARES[needed]


def loss_of(logits: torch.Tensor, looks: list[Look], inside: float) -> torch.Tensor:
    """
    Entropy and lack of overlap, each averaged over N x size x size logits. Pixels inside the object count
    `inside` times as much as others.
    """
    truth = torch.stack([look.truth for look in looks])
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    # Small objects count as much as large ones.
    weight = 0.5 / (truth.mean((1, 2), keepdim=True) + 0.1) * (1 + (inside - 1) * truth)
    found = torch.sigmoid(logits)
    overlap = 2 * (found * truth).sum((1, 2)) + 1
    overlap = overlap / (found.sum((1, 2)) + truth.sum((1, 2)) + 1)
    return torch.stack([(entropy * weight).mean(), 1 - overlap.mean()])


def learn_from(photographs):
    objects = {
        kind: [
            here
            for each in photographs
            if len(here := [o for o in each.objects if o.structure == kind]) > 0
        ]
        for kind in SHARES
    }

    def learn(network: nn.Module, random: np.random.Generator) -> torch.Tensor:
        def light(rgb: torch.Tensor) -> torch.Tensor:
            return change_light(rgb, random, LIGHT)

        looks = [begin(draw_target(objects, random), random, light) for _ in range(BATCH)]
        loss = torch.zeros(2)
        for i, weight in enumerate(WEIGHTS):
            if i > 0:
                follow = zoom if i == 1 else correct
                looks = [follow(look, seen, random, light) for look, seen in zip(looks, found)]
            logits = infer(network, torch.stack([look.planes for look in looks]))
            loss = loss + weight * loss_of(logits[:, 0], looks, INSIDE[i])
            seen = torch.sigmoid(logits.detach())
            found = [finished(look, each) for look, each in zip(looks, seen)]
        return loss

    return learn


def begin(target: Object, random: np.random.Generator, light) -> Look:
    click = by_hand(lambda draw: first_click(target, draw), random)
    window = first_window(target.photograph, *click[:2], draw_share(target, click, random))
    window.side *= math.exp(random.uniform(-0.2, 0.2))
    window.angle = random.uniform(0, 2 * math.pi)
    window.mirror = random.choice([-1.0, 1.0])
    return Look(target, window, Clicks([click]), light)


def by_hand(click_with, random: np.random.Generator | None) -> tuple | None:
    """A click anywhere in a part, or in its middle, as exactly as a hand can; without `random`, exactly."""
    aims = random is None or random.random() < AIMED
    click = click_with(None if aims else random)
    if random is None or not aims or click is None or random.random() < EXACT:
        return click
    off = random.normal(0, random.uniform(0, MOST_OFF), 2)
    return (click[0] + off[0], click[1] + off[1], click[2])


def zoom(look: Look, seen: torch.Tensor, random, light) -> Look:
    found = part_of_clicks(look, seen)
    photograph = look.target.photograph
    window = next_window(photograph, look.window, found, look.clicks)
    if random is not None:
        # Early in the training the found part is arbitrary, and a narrow window shows only a part.
        if random.random() < 0.25 or not is_whole(found):
            window = around_object(look)
        window.side *= math.exp(random.uniform(-0.2, 0.35))
        window.x += random.uniform(-0.08, 0.08) * window.side
        window.y += random.uniform(-0.08, 0.08) * window.side
    return Look(look.target, window, look.clicks, light, (look.window, seen))


def around_object(look: Look) -> Window:
    x, y, width, height = look.target.box
    side = max(MARGIN * max(width, height), least_side(look.target.photograph))
    return Window(x + width / 2, y + height / 2, side, look.window.angle, look.window.mirror)


def correct(look: Look, seen: torch.Tensor, random, light) -> Look:
    found = part_of_clicks(look, seen)
    click = by_hand(lambda draw: click_after(look, seen, draw), random)
    if click is None:
        window = next_window(look.target.photograph, look.window, found, look.clicks)
        return Look(look.target, window, look.clicks, light, (look.window, seen))
    clicks = Clicks([*look.clicks.places, click])
    correction = correction_at(look.window, found, click, look.target.photograph.field)
    area = found if correction is None else correction.edge > 0
    window = next_window(look.target.photograph, look.window, area, clicks)
    return Look(look.target, window, clicks, light, (look.window, seen), correction)


def click_after(look: Look, seen: torch.Tensor, random: np.random.Generator | None) -> tuple | None:
    """A click in the largest wrong part, in pixels of the photograph; None if nothing is wrong."""
    window = look.window
    if window.pixel > MOST_PIXEL:
        found = part_of_clicks(look, seen)
        click = correcting_click(look.truth.numpy() > 0.5, found, random)
        return click and (*window.there(*click[:2]), click[2])
    (left, top), truth, area = in_photograph(look, seen)
    click = correcting_click(truth, area, random)
    return click and (left + click[0], top + click[1], click[2])


def in_photograph(look: Look, seen: torch.Tensor) -> tuple[tuple[int, int], np.ndarray, np.ndarray]:
    """The object and what was found of it, in pixels of the photograph from a corner on."""
    window, (x, y, width, height) = look.window, look.target.box
    ends = [window.there(*end) for end in itertools.product((0, window.size), repeat=2)]
    left, top = np.floor(np.min([(x, y), *ends], 0)).astype(int)
    right, bottom = np.ceil(np.max([(x + width, y + height), *ends], 0)).astype(int)
    truth = np.zeros((bottom - top, right - left), bool)
    truth[y - top : y - top + height, x - left : x - left + width] = look.target.bitmap > 0
    found = part_of_clicks(look, seen)
    smooth = np.where(ndimage.binary_dilation(found, iterations=2), seen[0].numpy(), 0)
    rows, columns = np.indices(truth.shape) + 0.5
    matrix = window.matrix()
    there = np.stack([columns + left - matrix[0, 2], rows + top - matrix[1, 2]])
    places = (np.einsum("ij,jrc->irc", np.linalg.inv(matrix[:, :2]), there) + 1) / 2 * window.size
    area = ndimage.map_coordinates(smooth, places[::-1] - 0.5, order=1, cval=0.0) > CUT
    return (left, top), truth, area


def dice_of(look: Look, seen: torch.Tensor) -> float:
    """Dice's coefficient in pixels of the photograph."""
    _, truth, area = in_photograph(look, seen)
    return 2 * (area & truth).sum() / max(1, area.sum() + truth.sum())


def measure(network: nn.Module, targets: list[Object], most_clicks: int = 4) -> np.ndarray:
    """Dice's coefficient after each click: targets x clicks."""
    return np.array([measure_one(network, target, most_clicks) for target in targets])


def measure_one(network: nn.Module, target: Object, most_clicks: int) -> list[float]:
    def light(rgb: torch.Tensor) -> torch.Tensor:
        return rgb

    click = first_click(target, None)
    clicks = Clicks([click])
    for share in FIRST_SHARES:
        window = first_window(target.photograph, *click[:2], share)
        look = Look(target, window, clicks, light)
        seen = probabilities(network, [look])[0]
        if is_whole(part_of_clicks(look, seen)):
            break
    look = zoom(look, seen, None, light)
    seen = probabilities(network, [look])[0]
    result = [dice_of(look, seen)]
    while len(result) < most_clicks:
        look = correct(look, seen, None, light)
        seen = probabilities(network, [look])[0]
        result.append(dice_of(look, seen))
    return result


def print_figures(network: nn.Module, photographs) -> None:
    network.eval()
    random = np.random.default_rng(1)
    for kind in SHARES:
        targets = [o for each in photographs for o in each.objects if o.structure == kind]
        if len(targets) > 200:
            targets = [targets[i] for i in random.choice(len(targets), 200, replace=False)]
        dice = measure(network, targets).mean(0)
        print(kind, len(targets), *(f"{value:.3f}" for value in dice), flush=True)


def train(rank: int, given: argparse.Namespace, team: Team) -> None:
    torch.set_num_threads(given.threads)
    photographs = read_photographs(given.data)
    trainer = Trainer("clicks", given.out, team.member(rank))
    learn = learn_from([each for each in photographs if each.use == "train"])
    for steps, rate, is_fixed in COURSES:
        # Apart from the normalisation, nothing differs between the modes.
        trainer.network.train(not is_fixed)
        trainer.run(learn, steps, rate)
    if rank == 0:
        print_figures(trainer.average, [each for each in photographs if each.use == "hold-out"])


def main() -> None:
    given = read_options(__doc__, processes=2)
    team = Team("clicks", given.processes)
    multiprocessing.spawn(train, (given, team), given.processes)


if __name__ == "__main__":
    main()
