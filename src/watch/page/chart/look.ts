/** Marks of arms: eight colours, and from the ninth arm on dashes as well. */

const colours = 8
const dashes = [null, '7 3', '2 3', '9 3 2 3']

export const colourClass = (arm: number): string => `ca${(arm % colours) + 1}`
export const dashOf = (arm: number): string | null => dashes[Math.floor(arm / colours) % dashes.length] ?? null
