"""A plan that plays in a page: the pictures of its steps, one after another, with a slider."""
from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from .draw import draw
from .errors import Error

if TYPE_CHECKING:
    from .plan import Plan, PlanLike

__all__ = ["animation", "page"]

STEPS = 400  # more are not watched
BYTES = 4 << 20  # of a page that a notebook keeps

_PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title><style>
body{{margin:0;font:14px system-ui,sans-serif;color:#16202a;background:#fff}}
.f{{display:none}}.f.on{{display:block}}svg{{max-width:100%;height:auto}}
.c{{display:flex;gap:.6em;align-items:center;padding:.4em}}input{{flex:1;max-width:32em}}
button{{min-width:4.5em}}
@media (prefers-color-scheme:dark){{body{{color:#e8edf2;background:#12161c}}}}
{style}</style>
<div class="c"><button>Play</button>
<input type="range" min="1" max="{steps}" value="1" aria-label="step"><output></output></div>
{frames}
<script>
const f=[...document.querySelectorAll(".f")],r=document.querySelector("input"),
b=document.querySelector("button"),o=document.querySelector("output");let t=0;
function show(){{f.forEach((e,i)=>e.classList.toggle("on",i==r.value-1));
o.textContent="step "+r.value+" of {steps}"}}
function stop(){{clearInterval(t);t=0;b.textContent="Play"}}
b.onclick=()=>{{if(t)return stop();b.textContent="Pause";
t=setInterval(()=>{{r.value=r.value%{steps}+1;show()}},900)}};
r.oninput=()=>{{stop();show()}};show()
</script>
"""


def page(what: PlanLike) -> str:
    """The animation of a plan, a Schedule or a schedule file as a page of its own, to be written
    into a file. Raises Error where the network cannot be drawn, ValueError where it would be too
    large."""
    from .plan import as_plan

    plan = as_plan(what)
    if not 1 <= plan.steps <= STEPS:
        raise ValueError(f"{plan.steps} steps: from 1 to {STEPS} can be played")
    frames, style, size = [], "", 0
    for step in range(1, plan.steps + 1):
        svg = draw(plan, step=step).text
        found = re.search(r"<style>(.*?)</style>", svg, flags=re.S)
        style = found.group(1) if found else style
        svg = re.sub(r"<style>.*?</style>", "", svg, flags=re.S)
        svg = re.sub(r' (aria-labelledby|id)="[^"]*"', "", svg)  # of many pictures in a page
        frames.append(f'<div class="f{" on" if step == 1 else ""}">{svg}</div>')
        size += len(svg)
        if size > BYTES:
            raise ValueError(f"the pictures of {plan.steps} steps are more than {BYTES >> 20} MiB")
    title = html.escape(f"{plan.task.kind} on {plan.task.net.title}")
    return _PAGE.format(title=title, style=style, steps=plan.steps, frames="\n".join(frames))


def animation(plan: Plan) -> str | None:
    """The same for a page that has other things too; None where there is none."""
    try:
        made = page(plan)
    except (Error, ValueError):
        return None
    found = re.search(r'<svg[^>]* height="(\d+)"', made)
    height = int(found.group(1)) + 60 if found else 600
    return (
        f'<iframe style="width:100%;border:0;height:{height}px" '
        f'srcdoc="{html.escape(made)}"></iframe>'
    )
