/** The browser's side of Chess Kit. */
import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/theme/theme.css";
import { useSettings } from "./lib/settings.svelte";

useSettings();
const target = document.getElementById("app");
if (target) mount(App, { target });
