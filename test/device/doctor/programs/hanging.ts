/** Never does what it is asked. */
process.once('message', () => undefined)
