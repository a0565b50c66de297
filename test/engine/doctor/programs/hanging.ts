/** Never does what it is asked, and stays. */
process.on('message', () => undefined)
