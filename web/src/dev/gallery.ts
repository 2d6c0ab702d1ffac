/** The gallery: recorded moments of all games on the table component. */
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import "../lib/theme/theme.css";
import { useSettings } from "../lib/settings.svelte";

useSettings();
const target = document.getElementById("app");
if (target) mount(Gallery, { target });
