/**
 * What a page without a server has to say of itself.
 *
 * A new version of a site of plain files is offered, and never forced into a running game.
 * The service worker of a new version has kept all its files by the time it waits; it takes over
 * when somebody asks for it here, or when no page of the old one is open any more.
 */
import { ALONE } from "./site";

/** How long after a page was loaded all others are gone that it took the place of. */
const A_WHILE = 5000;

class Notices {
  /** The worker of a new version, which waits. */
  waiting = $state.raw<ServiceWorker | null>(null);
  /** Whether tables are gone with this window, and nobody has said yet that they know. */
  unkept = $state(false);
  /** Whether bots cannot think now. */
  resting = $state(false);

  /** Looks out for a new version. */
  watch = (registration: ServiceWorkerRegistration): void => {
    if (!ALONE) return;
    const look = (): void => {
      // The first version of all has nobody to wait for.
      this.waiting = navigator.serviceWorker.controller ? registration.waiting : null;
    };
    look();
    // The files of versions that no tab uses any more can go; a tab that was just left may still count.
    const clean = (): void => registration.active?.postMessage("clean");
    clean();
    setTimeout(clean, A_WHILE);
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", look);
    });
  };

  /** Loads the new version. */
  use(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("take-over");
  }
}

/** Lets a service worker that fetches the whole site wait while something is fetched that somebody waits for. */
export function haveTheLine(wanted: boolean): void {
  if (!ALONE || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker
    .getRegistration()
    .then((found) => found?.installing?.postMessage(wanted ? "hold" : "release"))
    .catch(() => undefined);
}

export const notices = new Notices();
