/** Files that the page hands to its reader. */

/** Lets the browser save a file. */
export function save(content: Blob | string, name: string): void {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read by then, and a minute is enough for a file of this size.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
