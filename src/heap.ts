// How the memory of the process is collected.
import { setFlagsFromString } from 'node:v8';

/**
 * A full collection comes when the heap has grown by 60 % since the last one. V8's own bound is up to four times: in a
 * long run, or under a flood of requests, that is hundreds of megabytes of what nobody holds any more.
 *
 * New objects are collected by one thread. The helpers that V8 wakes ten times a second for a few megabytes make a pause of
 * 8 ms hardly shorter (7 ms), and take about a tenth of a run's processor time from the other processes of a small machine.
 *
 * No object is made among the old ones. V8 does that for places whose objects it has seen to last, such as the units of a
 * page: these are dead soon after, but hold the page's records, which then become old as well, until the next full
 * collection. In a process where V8 had so decided, collections took 12 ms instead of 4, and full ones came four times as often.
 */
export function tuneHeap(): void {
  setFlagsFromString('--heap-growing-percent=60');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-allocation-site-pretenuring');
}
