// What the compiler knows at one place of the destination: which source arrays have a current element, and where.
import { type ArrayPrefix, formatPath, type SourcePath, type SourceRoot } from '../paths/path.js';
import { FIRST_FREE_SLOT, NO_ROW, ROOT_SLOTS } from '../run/run-state.js';

/** A source array with a current element. `group`: the element stands for all rows of that group. */
export interface Binding {
  readonly slot: number;
  readonly group?: number;
}

/** Where reading a path starts: after `length` of its steps, at the element in the slot. */
export interface Base extends Binding {
  readonly length: number;
}

const ROOT_BASES: Readonly<Record<SourceRoot, Base>> = {
  record: { slot: ROOT_SLOTS.record, length: 0 },
  response: { slot: ROOT_SLOTS.response, length: 0 },
  steps: { slot: ROOT_SLOTS.steps, length: 0 },
  run: { slot: ROOT_SLOTS.run, length: 0 },
};

const NONE: readonly number[] = [];

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

  /** What another environment binds beyond this one. */
  joined(other: Environment): Environment {
    return new Environment(
      new Map([...other.bindings, ...this.bindings]),
      this.allocator,
      this.depth,
      new Map([...other.groupSlots, ...this.groupSlots]),
    );
  }

  /** Texts of the arrays that have an element here and none in the outer environment. */
  keysBeyond(outer: Environment): string[] {
    return [...this.bindings.keys()].filter((key) => !outer.bindings.has(key));
  }

  slotOf(key: string): number | undefined {
    return this.bindings.get(key)?.slot;
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

  /** The longest array prefix with a current element: where reading starts. */
  base(path: SourcePath): Base {
    for (let i = path.arrays.length - 1; i >= 0; i--) {
      const { key, length } = path.arrays[i] as ArrayPrefix;
      const binding = this.bindings.get(key);
      if (binding) return { ...binding, length };
    }
    return ROOT_BASES[path.root];
  }

  /** Lengths of the array prefixes after the base: the arrays not yet walked through. */
  unbound(path: SourcePath): readonly number[] {
    if (path.arrays.length === 0) return NONE;
    const { length } = this.base(path);
    return path.arrays.flatMap((array) => (array.length > length ? [array.length] : []));
  }

  /** The open group that the path runs through, if any. */
  groupOf(path: SourcePath): number | undefined {
    return this.base(path).group;
  }

  /**
   * Path text with the current positions filled in, for error messages; `found`: those of arrays without an element.
   * Arrays that have none, and with `opensGroups` those of which all rows of a group are meant, stay `[]`.
   */
  concrete(
    path: Pick<SourcePath, 'root' | 'steps' | 'arrays'>,
    opensGroups = false,
  ): (positions: readonly number[], found?: readonly number[]) => string {
    const slots = path.arrays.map(({ length, key }) => {
      const binding = this.bindings.get(key);
      const isOpen = opensGroups && binding?.group !== undefined;
      return [length, isOpen ? undefined : binding?.slot] as const;
    });
    return (positions, found = NONE) => {
      const steps = [...path.steps];
      let next = 0;
      for (const [length, slot] of slots) {
        const index = slot === undefined ? found[next++] : (positions[slot] ?? 0);
        if (index !== undefined && index !== NO_ROW) steps[length - 1] = { kind: 'index', index };
      }
      return formatPath({ root: path.root, steps });
    };
  }
}
