/*
 * A disk that fails on purpose, between a program and its files; loaded with LD_PRELOAD.
 *
 * It concerns files whose names end in ".sqlite" or ".sqlite-wal". A file "fault" beside one of
 * them tells by its first letter what happens to it; without that file all is well. Whenever
 * something was made to fail, a file "felt" is made beside it.
 *
 *   e  error: nothing is written            y  the disk does not say that it has kept anything
 *   t  torn: half is written, then an error f  full: half is written, then there is no room
 *   l  lost: all is written, then an error  d  dead: nothing is written and nothing is read
 *   s  short: only half is written          w  everything takes a while
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), of_end = strlen(end);
    return length >= of_end && strcmp(text + length - of_end, end) == 0;
}

/* What happens to a file, if it is among these letters. */
static char fault_of(int file, const char *letters) {
    char link[64], path[PATH_MAX + 16], letter = 0;
    struct stat about;
    int before = errno;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) goto none;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX);
    if (length <= 0) goto none;
    path[length] = 0;
    char *name = strrchr(path, '/');
    if (!name || !(ends_with(path, ".sqlite") || ends_with(path, ".sqlite-wal"))) goto none;
    strcpy(name + 1, "fault");
    int told = open(path, O_RDONLY | O_CLOEXEC);
    if (told < 0) goto none;
    if (syscall(SYS_read, told, &letter, 1) != 1) letter = 0;
    close(told);
    if (!letter || !strchr(letters, letter)) goto none;
    strcpy(name + 1, "felt");
    int felt = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (felt >= 0) close(felt);
    errno = before;
    return letter;
none:
    errno = before;
    return 0;
}

static int fails(int error) {
    errno = error;
    return -1;
}

static ssize_t put(int file, const void *bytes, size_t count, off_t at, int placed) {
    return placed ? syscall(SYS_pwrite64, file, bytes, count, at) : syscall(SYS_write, file, bytes, count);
}

static ssize_t put_badly(int file, const void *bytes, size_t count, off_t at, int placed) {
    switch (fault_of(file, "edtlfsw")) {
    case 'e':
    case 'd':
        return fails(EIO);
    case 't':
        put(file, bytes, count / 2, at, placed);
        return fails(EIO);
    case 'l':
        put(file, bytes, count, at, placed);
        return fails(EIO);
    case 'f':
        put(file, bytes, count / 2, at, placed);
        return fails(ENOSPC);
    case 's':
        return put(file, bytes, count > 1 ? count / 2 : count, at, placed);
    case 'w':
        usleep(500);
    }
    return put(file, bytes, count, at, placed);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return put_badly(file, bytes, count, 0, 0);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    return put_badly(file, bytes, count, at, 1);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) {
    return put_badly(file, bytes, count, at, 1);
}

ssize_t read(int file, void *bytes, size_t count) {
    return fault_of(file, "d") ? fails(EIO) : syscall(SYS_read, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t at) {
    return fault_of(file, "d") ? fails(EIO) : syscall(SYS_pread64, file, bytes, count, at);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t at) {
    return fault_of(file, "d") ? fails(EIO) : syscall(SYS_pread64, file, bytes, count, at);
}

int ftruncate(int file, off_t length) {
    return fault_of(file, "edt") ? fails(EIO) : syscall(SYS_ftruncate, file, length);
}

int ftruncate64(int file, off_t length) {
    return fault_of(file, "edt") ? fails(EIO) : syscall(SYS_ftruncate, file, length);
}

int fsync(int file) {
    return fault_of(file, "yd") ? fails(EIO) : syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    return fault_of(file, "yd") ? fails(EIO) : syscall(SYS_fdatasync, file);
}
