/* Z3 is looked for when it is first needed, and not when specc starts: without it everything else works, and what needs it
   can say what is missing. Every function of Z3 is a jump through a slot that is filled then. `build.rs` writes the list
   of the functions, `functions.h`, from the headers of the library.

   It is looked for by whole paths that begin where the program is, and nowhere else: not in the working folder, and not
   where LD_LIBRARY_PATH says, of which an empty part means the working folder. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libz3.so.5.3"

#define FUNCTION(name) __attribute__((visibility("hidden"), used)) void *specc_slot_##name;
#include "functions.h"
#undef FUNCTION

static const struct {
    const char *name;
    void **slot;
} functions[] = {
#define FUNCTION(name) {#name, &specc_slot_##name},
#include "functions.h"
#undef FUNCTION
};

__attribute__((visibility("hidden"), used)) int specc_z3_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[512];

/* In the place of the version: why there is none. */
static const char *no_version(void) { return problem; }

/* In the place of every function that there is not. Whoever asks for the version first never comes here. */
static void no_function(void) {
    fprintf(stderr, "specc: the solver cannot be used: %s\n", problem);
    _exit(3);
}

/* Opens the library in a folder, if it is there. */
static void *open_in(const char *folder, const char *below) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s%s/" LIBRARY, folder, below);
    if (length < 0 || (size_t)length >= sizeof path || path[0] != '/' || access(path, F_OK) != 0) {
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *error = library ? NULL : dlerror();
    if (error) {
        snprintf(problem, sizeof problem, "missing: %s", error);
    }
    return library;
}

/* Opens the library beside the program, in the `lib` beside its folder, or where it was built, unless it is to be shipped. */
static void *open_library(void) {
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    void *library = NULL;
    if (length > 0) {
        program[length] = 0;
        char *end = strrchr(program, '/');
        if (end) {
            *end = 0;
        }
        library = open_in(program, "");
        library = library ? library : open_in(program, "/../lib");
    }
#ifdef SPECC_Z3_BUILT
    library = library ? library : open_in(SPECC_Z3_BUILT, "");
#endif
    return library;
}

static void fill_slots(void) {
    snprintf(problem, sizeof problem, "missing: " LIBRARY " is neither beside specc nor in the lib beside its folder");
    void *library = open_library();
    if (library) {
        snprintf(problem, sizeof problem, "missing: it is another version of Z3");
    }
    for (size_t at = 0; at < sizeof functions / sizeof *functions; at++) {
        void *found = library ? dlsym(library, functions[at].name) : NULL;
        *functions[at].slot = found ? found : (void *)no_function;
    }
    if (specc_slot_Z3_get_full_version == (void *)no_function) {
        specc_slot_Z3_get_full_version = (void *)no_version;
    }
    __atomic_store_n(&specc_z3_loaded, 1, __ATOMIC_RELEASE);
}

__attribute__((visibility("hidden"), used)) void specc_z3_load(void) { pthread_once(&once, fill_slots); }

/* Fills the slots on the way to a function, and leaves its arguments where they are. */
__asm__(".pushsection .text\n"
        ".type specc_z3_enter, @function\n"
        "specc_z3_enter:\n"
        "  push %rdi\n  push %rsi\n  push %rdx\n  push %rcx\n  push %r8\n  push %r9\n  push %rax\n"
        "  sub $136, %rsp\n"
        "  movups %xmm0, 0(%rsp)\n  movups %xmm1, 16(%rsp)\n  movups %xmm2, 32(%rsp)\n  movups %xmm3, 48(%rsp)\n"
        "  movups %xmm4, 64(%rsp)\n  movups %xmm5, 80(%rsp)\n  movups %xmm6, 96(%rsp)\n  movups %xmm7, 112(%rsp)\n"
        "  call specc_z3_load\n"
        "  movups 0(%rsp), %xmm0\n  movups 16(%rsp), %xmm1\n  movups 32(%rsp), %xmm2\n  movups 48(%rsp), %xmm3\n"
        "  movups 64(%rsp), %xmm4\n  movups 80(%rsp), %xmm5\n  movups 96(%rsp), %xmm6\n  movups 112(%rsp), %xmm7\n"
        "  add $136, %rsp\n"
        "  pop %rax\n  pop %r9\n  pop %r8\n  pop %rcx\n  pop %rdx\n  pop %rsi\n  pop %rdi\n"
        "  ret\n"
        ".size specc_z3_enter, .-specc_z3_enter\n"
        ".popsection\n");

#define FUNCTION(name)                                                                                                 \
    __asm__(".pushsection .text\n.balign 16\n"                                                                         \
            ".globl " #name "\n"                                                                                       \
            ".type " #name ", @function\n" #name ":\n"                                                                 \
            "  cmpl $0, specc_z3_loaded(%rip)\n"                                                                       \
            "  jne 1f\n"                                                                                               \
            "  call specc_z3_enter\n"                                                                                  \
            "1: jmp *specc_slot_" #name "(%rip)\n"                                                                     \
            ".size " #name ", .-" #name "\n.popsection\n");
#include "functions.h"
#undef FUNCTION
