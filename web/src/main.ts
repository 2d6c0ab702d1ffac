/** The browser's side of Chess Kit. */
import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/theme/theme.css";
import "./pages/pages.css";
import { fileAddress } from "./lib/base";
import { speak } from "./lib/messages/messages.svelte";
import { notices } from "./lib/page/notices.svelte";
import { settings, useSettings } from "./lib/settings.svelte";

useSettings();
const target = document.getElementById("app");
// The page waits for its language, and shows English if that cannot be had.
if (target) speak(settings.language).then(() => mount(App, { target }));
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it the app works just as well, except that it cannot say so when the server is gone, and a
  // site of plain files is not there without the network. It fetches all that, so the page comes first.
  const register = (): void =>
    void navigator.serviceWorker
      .register(fileAddress("/service-worker.js"))
      .then(notices.watch)
      .catch(() => undefined);
  const whenIdle = (): void => {
    if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 3000 });
    else register();
  };
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
