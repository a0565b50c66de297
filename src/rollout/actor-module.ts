/** Where the module of one of our actors is. */
export const actorModule = (name: string): URL => new URL(`../../actors/${name}.js`, import.meta.url)
