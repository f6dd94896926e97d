// CPU time and memory of processes, from /proc: Linux alone has it.
import { readdirSync, readFileSync } from 'node:fs';

/** The clock of /proc: sysconf(_SC_CLK_TCK) of every Linux. */
const TICKS_PER_SECOND = 100;

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];

/** The process and its descendants; with those that have ended where they were waited for. */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0;
  for (const id of [pid, ...childrenOf(pid)])
    try {
      // utime, stime; and cutime, cstime of children that have ended.
      ticks += statOf(id)
        .slice(11, 15)
        .reduce((sum, part) => sum + part, 0);
    } catch {
      // It has ended meanwhile: its parent has its time.
    }
  return ticks / TICKS_PER_SECOND;
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return statOf(id)[1] === pid;
      } catch {
        return false;
      }
    });
}

/** The resident set of a process, in MiB. */
export function memoryOf(pid: number): number {
  const [, kibibytes = '0'] =
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
