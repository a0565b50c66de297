/** Server-sent events. Source: the HTML standard, section 9.2. */

export const serverEvent = (data: object | string): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

export const typedEvent = (type: string, data: object): string => `event: ${type}\n${serverEvent(data)}`
