/** Words for screen readers that belong to no one place of a page. */
class Announcer {
  text = $state("");

  /** Says a sentence once; the same sentence can be said again later. */
  say(text: string): void {
    this.text = "";
    requestAnimationFrame(() => {
      this.text = text;
    });
  }

  /** Forgets what was said last, which may have been for somebody else's ears. */
  forget(): void {
    this.text = "";
  }
}

export const announcer = new Announcer();
