/**
 * Places for labels at their values so that none covers another: in the order of the values, at least `gap` apart, each as
 * near to its value as its neighbours allow.
 * @param wanted places of the values, in any order.
 * @param low, high bounds of the places; where they are too narrow for all, the gap is smaller.
 * @returns [wanted.length], in the order given.
 */
export function labelPlaces(wanted: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const room = wanted.length < 2 ? gap : Math.min(gap, (high - low) / (wanted.length - 1))
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b)
  const blocks: Block[] = []
  for (const index of order) {
    let block: Block = { members: [index], start: wanted[index] ?? 0 }
    let before = blocks.at(-1)
    while (before !== undefined && before.start + before.members.length * room > block.start) {
      blocks.pop()
      block = merged(before, block, room)
      before = blocks.at(-1)
    }
    blocks.push(block)
  }
  return within(blocks, room, { low, high }, wanted.length)
}

/** Labels that touch: the first is at `start`, the others follow at equal distances. */
interface Block {
  readonly members: readonly number[]
  readonly start: number
}

/** Both as one block, at the mean of the places that its members had. */
function merged(a: Block, b: Block, gap: number): Block {
  const [left, right] = [a.members.length, b.members.length]
  return {
    members: [...a.members, ...b.members],
    start: (a.start * left + (b.start - left * gap) * right) / (left + right),
  }
}

/** Pushes blocks inside the bounds, from the top down and then from the bottom up. */
function within(
  blocks: readonly Block[],
  gap: number,
  { low, high }: { readonly low: number; readonly high: number },
  count: number,
): readonly number[] {
  const order = blocks.flatMap(({ members }) => members)
  const places = blocks.flatMap(({ members, start }) => members.map((_, index) => start + index * gap))
  let least = low
  const down = places.map(place => {
    const put = Math.max(place, least)
    least = put + gap
    return put
  })
  let most = high
  const up = down.reverse().map(place => {
    const put = Math.min(place, most)
    most = put - gap
    return put
  })
  const found = new Array<number>(count).fill(low)
  up.reverse().forEach((place, index) => void (found[order[index] ?? 0] = place))
  return found
}
