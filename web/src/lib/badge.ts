/** The number of tables that wait, on the app's icon where the system has a place for it. */
export function showBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  // Some browsers have it and refuse; the tab's title says the same.
  (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
