/** With a capital letter, where it begins with a word; signs such as p₊ stay. */
export const capitalised = (title: string): string =>
  title.replace(/^[a-z](?=[a-z-]{2})/, letter => letter.toUpperCase())
