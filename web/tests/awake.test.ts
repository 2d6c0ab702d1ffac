// The screen stays awake while a page is shown, and every lock is given back exactly once.
import { expect, test } from "vitest";
import { stayAwake } from "../src/lib/club/awake";
import { stayAwake as stayAwakeBesideWood } from "../src/lib/companion";

interface Lock {
  released: boolean;
  given: number;
}
const locks: Lock[] = [];

function phone(): void {
  locks.length = 0;
  const request = async (): Promise<unknown> => {
    const lock: Lock = { released: false, given: 0 };
    locks.push(lock);
    const release = async (): Promise<void> => {
      lock.given += 1;
      lock.released = true;
    };
    return Object.assign(new EventTarget(), {
      release,
      get released() {
        return lock.released;
      },
    });
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const looked = (): boolean => document.dispatchEvent(new Event("visibilitychange"));

for (const [name, begin] of [
  ["a page of a club or a tool", () => stayAwake()],
  ["a phone beside a real board", () => stayAwakeBesideWood(() => undefined)],
] as const) {
  test(`${name} gives its lock back once`, async () => {
    phone();
    const end = begin();
    await settle();
    end();
    end();
    await settle();
    expect(locks.map(({ given }) => given)).toEqual([1]);
  });

  test(`${name} keeps one lock, however often it is looked at, and none when it is left early`, async () => {
    phone();
    const end = begin();
    looked();
    looked();
    await settle();
    expect(locks.filter(({ released }) => !released)).toHaveLength(1);
    looked();
    end();
    await settle();
    expect(locks.map(({ given }) => given)).toEqual(locks.map(() => 1));
  });
}
