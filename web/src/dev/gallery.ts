/** The gallery: recorded moments of all games on the table component. */
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import "../lib/theme/theme.css";
import { speak } from "../lib/messages/messages.svelte";
import { settings, useSettings } from "../lib/settings.svelte";

useSettings();
const target = document.getElementById("app");
if (target) speak(settings.language).then(() => mount(Gallery, { target }));
