/** Keeps the screen awake while a page is shown, where the browser can. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const ask = async (): Promise<void> => {
    if (ended || document.visibilityState !== "visible") return;
    try {
      const taken = await navigator.wakeLock.request("screen");
      if (ended || lock?.released === false) return void (await taken.release());
      lock = taken;
    } catch {
      // The browser does not want to, or cannot.
    }
  };
  const again = (): void => void ask();
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    if (ended) return;
    ended = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release().catch(() => undefined);
    lock = null;
  };
}
