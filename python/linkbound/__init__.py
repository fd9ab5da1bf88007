"""Collective communication on hypercubes, tori and other networks, at the bound of the links.

    >>> import linkbound
    >>> plan = linkbound.plan("alltoall", "cube:3")
    >>> plan.steps, plan.bound.steps, bool(plan.check())
    (4, 4, True)

Networks are `Net("cube:6")` or just their names; tasks are `Task("broadcast", net, root=3)` or just
their names. `plan` makes plans, `bound` says what none can do better than, `check` judges plans and
schedules of your own, `simulate` tells how long they take, `compare` which algorithm is best when,
`draw` makes pictures. What goes wrong is an `Error`, with the library's sentence and its `code`.
`linkbound.mpi` has the collectives over MPI, with mpi4py. docs/python.md is the manual.
"""
from ._api import VERSION as __version__
from ._lib import NONE
from .algorithms import Algorithm, algorithms
from .animate import page
from .bound import Bound, TimeBound, bound, bound_time
from .check import Report, check
from .compare import Comparison, compare
from .draw import Drawing, draw, export
from .errors import Code, Error
from .messages import Messages
from .moves import Item, Move
from .net import Net, net
from .networks import Known, networks
from .plan import Attempt, Plan, plan
from .schedule import Schedule
from .simulate import Hop, Timing, simulate
from .task import Task, kinds, task

__all__ = [
    "NONE",
    "Algorithm",
    "Attempt",
    "Bound",
    "Code",
    "Comparison",
    "Drawing",
    "Error",
    "Hop",
    "Item",
    "Known",
    "Messages",
    "Move",
    "Net",
    "Plan",
    "Report",
    "Schedule",
    "Task",
    "TimeBound",
    "Timing",
    "__version__",
    "algorithms",
    "bound",
    "bound_time",
    "check",
    "compare",
    "draw",
    "export",
    "kinds",
    "net",
    "networks",
    "page",
    "plan",
    "simulate",
    "task",
]
