/** Adds `count` terms, a multiple of 4, each to its sum. */
export function add(sums: usize, terms: usize, count: usize): void {
  const end = count << 2
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(terms + at)))
  }
}
