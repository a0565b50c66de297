/**
 * The parts of RxJS that are used here, each from the file that defines it; they are the functions of `rxjs` itself, so that a program may
 * use both. The index of that package reads 224 files in each thread that imports it, which was half of an actor's start time. They are
 * required: Node takes twice as long to import files of CommonJS.
 */
import { createRequire } from 'node:module'
import type * as Rx from 'rxjs'

export type { OperatorFunction, SchedulerLike } from 'rxjs'
export type Observable<T> = Rx.Observable<T>
export type Subscription = Rx.Subscription

const require = createRequire(import.meta.url)
const part = (path: string): typeof Rx => require(`rxjs/internal/${path}`) as typeof Rx

export const { Observable } = part('Observable')
export const { Subject } = part('Subject')
export const { Subscription } = part('Subscription')
export const { asyncScheduler } = part('scheduler/async')
export const { VirtualTimeScheduler } = part('scheduler/VirtualTimeScheduler')
export const { concat } = part('observable/concat')
export const { defer } = part('observable/defer')
export const { EMPTY } = part('observable/empty')
export const { from } = part('observable/from')
export const { fromEvent } = part('observable/fromEvent')
export const { interval } = part('observable/interval')
export const { merge } = part('observable/merge')
export const { of } = part('observable/of')
export const { range } = part('observable/range')
export const { timer } = part('observable/timer')
export const { catchError } = part('operators/catchError')
export const { concatMap } = part('operators/concatMap')
export const { connect } = part('operators/connect')
export const { endWith } = part('operators/endWith')
export const { exhaustMap } = part('operators/exhaustMap')
export const { filter } = part('operators/filter')
export const { finalize } = part('operators/finalize')
export const { ignoreElements } = part('operators/ignoreElements')
export const { map } = part('operators/map')
export const { mergeMap } = part('operators/mergeMap')
export const { take } = part('operators/take')
export const { takeUntil } = part('operators/takeUntil')
export const { tap } = part('operators/tap')
export const { lastValueFrom } = part('lastValueFrom')
