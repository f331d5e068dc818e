// What the compiler knows at one place of the destination: which source arrays have a current element, and where.
import { arrayLengths, formatPath, type SourcePath } from '../paths/path.js';
import { FIRST_FREE_SLOT, ROOT_SLOTS } from '../run/run-state.js';

/** A source array with a current element. `group`: the element stands for all rows of that group. */
export interface Binding {
  readonly slot: number;
  readonly group?: number;
}

/** Numbers handed out while one document is compiled. */
export class Allocator {
  slots = FIRST_FREE_SLOT;
  groups = 0;
  joins = 0;
}

export class Environment {
  private constructor(
    private readonly bindings: ReadonlyMap<string, Binding>,
    readonly allocator: Allocator,
    /** How many destination arrays enclose this place. */
    readonly depth: number,
    /** Slots of each open group, in the order of its rows' elements. */
    readonly groupSlots: ReadonlyMap<number, readonly number[]>,
  ) {}

  static root(): Environment {
    return new Environment(new Map(), new Allocator(), 0, new Map());
  }

  bind(bindings: ReadonlyMap<string, Binding>): Environment {
    return new Environment(
      new Map([...this.bindings, ...bindings]),
      this.allocator,
      this.depth,
      this.groupSlots,
    );
  }

  deeper(): Environment {
    return new Environment(this.bindings, this.allocator, this.depth + 1, this.groupSlots);
  }

  /** Every array of the rows stands for the group, until something walks the group's rows. */
  openGroup(group: number, slots: readonly number[]): Environment {
    const bindings = new Map(
      [...this.bindings].map(([key, binding]) => [
        key,
        slots.includes(binding.slot) ? { slot: binding.slot, group } : binding,
      ]),
    );
    return new Environment(
      bindings,
      this.allocator,
      this.depth,
      new Map([...this.groupSlots, [group, slots]]),
    );
  }

  /** The innermost group whose rows nothing walks yet. */
  openGroupOf(): number | undefined {
    return [...this.bindings.values()].reduce<number | undefined>(
      (found, { group }) => (group !== undefined && (found === undefined || group > found) ? group : found),
      undefined,
    );
  }

  /** Inside the iteration over a group's rows its arrays are plain bindings again. */
  closeGroup(group: number): Environment {
    const bindings = new Map(
      [...this.bindings].map(([key, binding]) => [
        key,
        binding.group === group ? { slot: binding.slot } : binding,
      ]),
    );
    return new Environment(bindings, this.allocator, this.depth, this.groupSlots);
  }

  binding(path: SourcePath, length: number): Binding | undefined {
    return this.bindings.get(formatPath(path, length));
  }

  /** The longest array prefix with a current element: where reading starts. */
  base(path: SourcePath): { slot: number; length: number; group?: number } {
    for (const length of arrayLengths(path).reverse()) {
      const binding = this.binding(path, length);
      if (binding) return { ...binding, length };
    }
    return { slot: ROOT_SLOTS[path.root], length: 0 };
  }

  /** Lengths of the array prefixes after the base: the arrays not yet walked through. */
  unbound(path: SourcePath): number[] {
    const { length } = this.base(path);
    return arrayLengths(path).filter((candidate) => candidate > length);
  }

  /** The open group that the path runs through, if any. */
  groupOf(path: SourcePath): number | undefined {
    return this.base(path).group;
  }

  /** Path text with the current positions filled in, for error messages. */
  concrete(path: SourcePath): (positions: readonly number[]) => string {
    const slots = arrayLengths(path).map((length) => [length, this.binding(path, length)?.slot] as const);
    return (positions) => {
      const steps = [...path.steps];
      for (const [length, slot] of slots) {
        if (slot !== undefined) steps[length - 1] = { kind: 'index', index: positions[slot] ?? 0 };
      }
      return formatPath({ root: path.root, steps });
    };
  }
}
