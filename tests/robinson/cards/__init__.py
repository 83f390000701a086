"""The printed effect of every card: what changes on the table, and that nothing else does.

Each card has cases: what is different from the usual position beforehand, what the players choose, and the
complete change of the table. `view.py` says how a change is written, `position.py` what the usual position is
and how a part of a card is brought about.
"""

import pytest

pytest.register_assert_rewrite("tests.robinson.cards.position")
