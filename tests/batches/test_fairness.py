"""A small batch does not wait for a huge one."""

import gzip

import pytest

from tests.batches.conftest import again, deals


@pytest.mark.long
@pytest.mark.parametrize("compressed", [bytes, gzip.compress])
def test_a_small_batch_is_done_before_a_huge_one_that_came_first(submit, work, compressed):
    huge = submit(compressed(deals(50) * 200))
    small = submit(deals(150))
    work()
    assert again(huge).blocks_cut > 128
    before = again(huge).blocks.filter(done__lt=again(small).finished)
    assert before.count() <= again(small).blocks_cut
    cut_before = huge.blocks.filter(pk__lt=small.blocks.earliest("pk").pk)
    assert cut_before.count() < again(huge).blocks_cut / 2


def test_two_huge_batches_go_on_side_by_side(submit, work):
    first, second = submit(deals(50) * 60), submit(deals(50) * 60)
    work()
    half = first.blocks.get(number=again(first).blocks_cut // 2)
    assert abs(second.blocks.filter(done__lt=half.done).count() - half.number) <= 1
