/** Text without the mark that some editors begin it with. Source: RFC 8259, 8.1: a parser may ignore it. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '')
