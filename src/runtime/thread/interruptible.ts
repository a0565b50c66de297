import { setFlagsFromString } from 'node:v8'

/**
 * From Node 24 on (V8 13.6) an optimised loop that makes an array of a constant length, `new Array(1000).fill(0)`, is
 * never interrupted: the pass that unrolls loops takes the check out of the loop around it, too. Such a thread could not be
 * ended, would keep the process from ending, and would grow past every limit. Without that pass every loop can be ended.
 * It holds for the whole process, and for loops that are compiled from now on; versions without that pass do not know the option.
 */
export function keepLoopsInterruptible(): void {
  if (Number(process.versions.node.split('.')[0]) >= 24) setFlagsFromString('--no-turboshaft-loop-unrolling')
}
