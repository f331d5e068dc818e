/** Keys of the rows of a list whose parts have no id: what is typed in a row goes with it when rows move. */
export class RowKeys {
  #keys: number[] = [];
  #last = 0;

  of(length: number): number[] {
    while (this.#keys.length < length) this.#keys.push((this.#last += 1));
    this.#keys.length = length;
    return [...this.#keys];
  }

  remove(position: number): void {
    this.#keys.splice(position, 1);
  }

  move(from: number, by: -1 | 1): void {
    this.#keys.splice(from + by, 0, ...this.#keys.splice(from, 1));
  }
}
