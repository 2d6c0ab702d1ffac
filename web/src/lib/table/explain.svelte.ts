/**
 * What something is and what it may do, told beside it.
 *
 * A mouse asks by resting on it, a finger by a long press, a keyboard by the focus.
 */
import type { Attachment } from "svelte/attachments";

/** How long somebody rests on something before it explains itself, and how long a press is a long one. */
export const REST = 600;
export const LONG_PRESS = 450;

interface Told {
  words: string;
  /** Where the thing is, in the window. */
  box: DOMRect;
}

let told = $state.raw<Told | null>(null);

export const explained = {
  get told(): Told | null {
    return told;
  },
  away(): void {
    told = null;
  },
};

/** Lets an element explain itself; the words are asked for when somebody wants them. */
export function explains(words: () => string): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let mine = false;
    let held = false;
    const tell = () => {
      const text = words();
      if (!text) return;
      told = { words: text, box: element.getBoundingClientRect() };
      mine = true;
    };
    const wait = (pause: number) => {
      clearTimeout(timer);
      timer = setTimeout(tell, pause);
    };
    const stop = () => {
      clearTimeout(timer);
      if (mine) told = null;
      mine = false;
    };
    const rest = (event: PointerEvent) => {
      if (event.pointerType === "mouse" && event.buttons === 0) wait(REST);
    };
    const press = (event: PointerEvent) => {
      stop();
      held = false;
      if (event.pointerType === "mouse") return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        held = true;
        tell();
      }, LONG_PRESS);
    };
    const lift = () => {
      if (!held) stop();
    };
    const leave = () => {
      if (!held) stop();
    };
    // A long press asks and does nothing else.
    const click = (event: MouseEvent) => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: MouseEvent) => {
      if (held) event.preventDefault();
    };
    const focus = () => {
      if (element.matches(":focus-visible")) wait(REST);
    };
    const elsewhere = (event: PointerEvent) => {
      if (mine && !element.contains(event.target as Node)) stop();
    };
    element.addEventListener("pointerenter", rest);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("pointerdown", press);
    element.addEventListener("pointerup", lift);
    element.addEventListener("pointercancel", stop);
    element.addEventListener("click", click, true);
    element.addEventListener("contextmenu", menu);
    element.addEventListener("focusin", focus);
    element.addEventListener("focusout", stop);
    addEventListener("pointerdown", elsewhere, true);
    return () => {
      stop();
      removeEventListener("pointerdown", elsewhere, true);
    };
  };
}
