/** Whether it can be the name of a page: letters, digits and dashes, and so no path. */
export const isPage = (name: unknown): name is string => typeof name === 'string' && /^[a-z0-9-]+$/.test(name)
